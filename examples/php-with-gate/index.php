<?php
// A page for everybody, and a page for citizens. The gate keeps the accounts, so there is no users table.
require __DIR__ . '/gate.php';

header('Cache-Control: no-store');
try {
    $citizen = citizen();
} catch (Throwable $refused) {
    http_response_code(403);
    exit('This request did not come through the gate.');
}
?>
<!doctype html>
<html lang="en">
<title>Permits</title>
<main>
<?php if ($citizen === null): ?>
<p><a href="/api/v1/sso/login?return_to=/permits/">Sign in</a></p>
<?php else: ?>
<h1>Permits of account <?= htmlspecialchars($citizen['account']) ?>: <?= htmlspecialchars($citizen['name'] ?? '') ?></h1>
<form method="post" action="/api/v1/sso/logout?return_to=/"><button>Sign out</button></form>
<?php endif ?>
</main>
</html>
