package example;

import static org.springframework.security.config.Customizer.withDefaults;
import static org.springframework.security.oauth2.client.web.OAuth2AuthorizationRequestCustomizers.withPkce;

import jakarta.servlet.http.HttpServletRequest;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.http.ResponseEntity;
import org.springframework.security.authorization.AuthorizationDecision;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.security.oauth2.client.ClientAuthorizationException;
import org.springframework.security.oauth2.client.ClientAuthorizationRequiredException;
import org.springframework.security.oauth2.client.OAuth2AuthorizedClient;
import org.springframework.security.oauth2.client.OAuth2AuthorizedClientManager;
import org.springframework.security.oauth2.client.OAuth2AuthorizedClientProviderBuilder;
import org.springframework.security.oauth2.client.annotation.RegisteredOAuth2AuthorizedClient;
import org.springframework.security.oauth2.client.registration.ClientRegistration;
import org.springframework.security.oauth2.client.registration.ClientRegistrationRepository;
import org.springframework.security.oauth2.client.web.DefaultOAuth2AuthorizedClientManager;
import org.springframework.security.oauth2.client.web.DefaultOAuth2AuthorizationRequestResolver;
import org.springframework.security.oauth2.client.web.OAuth2AuthorizedClientRepository;
import org.springframework.security.oauth2.core.oidc.user.OidcUser;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.util.LinkedMultiValueMap;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.client.RestClient;

@SpringBootApplication
@RestController
public class Program {
    private static final String BEGIN = "/oauth2/authorization";

    private final RestClient http = RestClient.create();

    public static void main(String[] args) {
        SpringApplication.run(Program.class, args);
    }

    @Bean
    SecurityFilterChain security(HttpSecurity security, ClientRegistrationRepository clients) throws Exception {
        // Spring sends state and nonce by itself, and a challenge only for clients without a secret.
        var requests = new DefaultOAuth2AuthorizationRequestResolver(clients, BEGIN);
        requests.setAuthorizationRequestCustomizer(withPkce());
        return security
            .authorizeHttpRequests(paths -> paths.anyRequest().access((who, path) -> isVerified(who.get().getPrincipal())))
            .oauth2Login(login -> login.authorizationEndpoint(begin -> begin.authorizationRequestResolver(requests)))
            .oauth2Client(withDefaults())
            .build();
    }

    /** Who has not verified the address is nobody here. */
    private static AuthorizationDecision isVerified(Object who) {
        return new AuthorizationDecision(who instanceof OidcUser citizen && Boolean.TRUE.equals(citizen.getEmailVerified()));
    }

    /** Spring refreshes by itself, so many seconds before the access token expires. */
    @Bean
    OAuth2AuthorizedClientManager tokens(
        ClientRegistrationRepository clients,
        OAuth2AuthorizedClientRepository kept,
        @Value("${REFRESH_BEFORE_SECONDS:60}") long seconds
    ) {
        var manager = new DefaultOAuth2AuthorizedClientManager(clients, kept);
        manager.setAuthorizedClientProvider(
            OAuth2AuthorizedClientProviderBuilder.builder()
                .authorizationCode()
                .refreshToken(refresh -> refresh.clockSkew(Duration.ofSeconds(seconds)))
                .build()
        );
        return manager;
    }

    @GetMapping("/")
    String home(@AuthenticationPrincipal OidcUser citizen) {
        return "Hello " + citizen.getFullName() + ", your subject is " + citizen.getSubject();
    }

    @GetMapping("/check")
    Map<String, Object> check(@RegisteredOAuth2AuthorizedClient("portico") OAuth2AuthorizedClient client) {
        ClientRegistration program = client.getClientRegistration();
        var metadata = program.getProviderDetails().getConfigurationMetadata();
        var form = new LinkedMultiValueMap<String, String>();
        form.add("token", client.getAccessToken().getTokenValue());
        Map<?, ?> said = http.post()
            .uri((String) metadata.get("introspection_endpoint"))
            .headers(headers -> headers.setBasicAuth(program.getClientId(), program.getClientSecret()))
            .body(form)
            .retrieve()
            .body(Map.class);
        return Map.of("active", said.get("active"));
    }

    /** A refused refresh token ends the session. Every other answer says nothing about it. */
    @ExceptionHandler
    ResponseEntity<String> withoutTokens(ClientAuthorizationException refused, HttpServletRequest request) {
        if (refused instanceof ClientAuthorizationRequiredException) throw refused;
        if (!"invalid_grant".equals(refused.getError().getErrorCode())) {
            return ResponseEntity.status(503).body("Nobody can check your session now. Try again soon.");
        }
        request.getSession().invalidate();
        return ResponseEntity.status(303).location(URI.create("/")).build();
    }
}
