package example;

import java.util.Map;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;
import org.springframework.web.util.HtmlUtils;
import org.springframework.web.util.UriUtils;

@SpringBootApplication
@RestController
public class Program {
  private static final String HTML = "text/html;charset=UTF-8";

  public static void main(String[] args) {
    var program = new SpringApplication(Program.class);
    // Only the gate reaches it.
    program.setDefaultProperties(Map.of(
        "server.address", "127.0.0.1",
        "server.port", System.getenv().getOrDefault("PORT", "8000")));
    program.run(args);
  }

  @GetMapping(path = "/", produces = HTML)
  String start(
      @RequestHeader(name = "X-Portico-Subject", required = false) String subject,
      @RequestHeader(name = "X-Portico-Name", defaultValue = "") String name) {
    if (subject == null) return "<a href=\"/api/v1/sso/login?return_to=/permits\">Sign in</a>";
    var decoded = UriUtils.decode(name, "UTF-8");
    return "Hello " + HtmlUtils.htmlEscape(decoded) + ". <a href=\"/permits\">Your permits</a>";
  }

  @GetMapping(path = "/permits", produces = HTML)
  String permits(@RequestHeader(name = "X-Portico-Subject", required = false) String subject) {
    if (subject == null) throw new ResponseStatusException(HttpStatus.UNAUTHORIZED);
    return "<main>Permits of " + HtmlUtils.htmlEscape(subject)
        + " <form method=\"post\" action=\"/api/v1/sso/logout?return_to=/\"><button>Sign out</button></form></main>";
  }
}
