<?php

use App\Http\Middleware\CentralCitizen;
use Illuminate\Http\Request;
use Illuminate\Support\Facades\Route;

Route::get('/', function (Request $request) {
    if (CentralCitizen::subject($request) === null) {
        return '<a href="/api/v1/sso/login?return_to=/permits">Sign in</a>';
    }

    return 'Hello ' . e(CentralCitizen::name($request)) . '. <a href="/permits">Your permits</a>';
});

Route::get('/permits', function (Request $request) {
    return '<main>Permits of ' . e(CentralCitizen::subject($request))
        . ' <form method="post" action="/api/v1/sso/logout?return_to=/"><button>Sign out</button></form></main>';
})->middleware(CentralCitizen::class);
