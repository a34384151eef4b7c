<?php
// A Laravel project as small as it goes, with the two files of the page: the framework is that of Debian.
use Illuminate\Contracts\Debug\ExceptionHandler;
use Illuminate\Contracts\Http\Kernel;
use Illuminate\Foundation\Application;
use Illuminate\Http\Request;
use Illuminate\Support\Facades\Route;

require '/usr/share/php/Illuminate/autoload.php';
require getenv('FILES') . '/CentralCitizen.php';

$home = getenv('HOME_OF_PROJECT');
foreach (['config', 'bootstrap/cache', 'storage/framework/views'] as $folder) {
    is_dir("$home/$folder") || mkdir("$home/$folder", 0700, true);
}
file_put_contents("$home/config/app.php", '<?php return ["env" => "production", "debug" => false, "timezone" => "UTC", "locale" => "en", "fallback_locale" => "en", "key" => "base64:" . base64_encode(str_repeat("k", 32)), "cipher" => "AES-256-CBC", "providers" => [Illuminate\Filesystem\FilesystemServiceProvider::class, Illuminate\View\ViewServiceProvider::class, Illuminate\Translation\TranslationServiceProvider::class], "aliases" => []];');
file_put_contents("$home/config/view.php", "<?php return ['paths' => ['$home'], 'compiled' => '$home/storage/framework/views'];");
file_put_contents("$home/config/logging.php", "<?php return ['default' => 'errorlog', 'channels' => ['errorlog' => ['driver' => 'errorlog'], 'emergency' => ['path' => '$home/log']]];");

$app = new Application($home);
$app->singleton(Kernel::class, Illuminate\Foundation\Http\Kernel::class);
$app->singleton(ExceptionHandler::class, Illuminate\Foundation\Exceptions\Handler::class);
$app->booted(fn () => require getenv('FILES') . '/web.php');

$kernel = $app->make(Kernel::class);
$request = Request::capture();
$response = $kernel->handle($request);
$response->send();
$kernel->terminate($request, $response);
