<?php

namespace App\Http\Middleware;

use Closure;
use Illuminate\Http\Request;

/** Lets citizens through. The gate alone can send these headers. */
class CentralCitizen
{
    public function handle(Request $request, Closure $next)
    {
        abort_if(self::subject($request) === null, 401);

        return $next($request);
    }

    /** The subject of the citizen, or null for a visitor. */
    public static function subject(Request $request): ?string
    {
        return $request->header('X-Portico-Subject');
    }

    public static function name(Request $request): string
    {
        return rawurldecode($request->header('X-Portico-Name', ''));
    }
}
