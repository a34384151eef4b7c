using System.Net;

var program = WebApplication.CreateBuilder(args).Build();
// Only the gate reaches it.
program.Urls.Add($"http://127.0.0.1:{Environment.GetEnvironmentVariable("PORT") ?? "8000"}");

// The subject of the citizen, or null for a visitor. The gate alone can send these headers.
string? Citizen(HttpRequest request) => request.Headers["X-Portico-Subject"].FirstOrDefault();
IResult Page(string text) => Results.Content(text, "text/html; charset=utf-8");

program.MapGet("/", (HttpRequest request) =>
{
    if (Citizen(request) is null)
        return Page("<a href=\"/api/v1/sso/login?return_to=/permits\">Sign in</a>");
    var name = Uri.UnescapeDataString(request.Headers["X-Portico-Name"].ToString());
    return Page($"Hello {WebUtility.HtmlEncode(name)}. <a href=\"/permits\">Your permits</a>");
});

program.MapGet("/permits", (HttpRequest request) =>
    Citizen(request) is not { } subject
        ? Results.Unauthorized()
        : Page($"<main>Permits of {WebUtility.HtmlEncode(subject)} <form method=\"post\" action=\"/api/v1/sso/logout?return_to=/\"><button>Sign out</button></form></main>"));

program.Run();
