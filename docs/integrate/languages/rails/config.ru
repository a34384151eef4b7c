require 'action_controller/railtie'

class Permits < Rails::Application
  config.eager_load = false
  config.secret_key_base = ENV.fetch('SECRET_KEY_BASE')
  # The gate lets requests for no other host through.
  config.hosts.clear
  config.logger = Logger.new($stderr)
end

# In a project of yours: app/controllers/concerns/central_citizen.rb
module CentralCitizen
  # The subject of the citizen, or nil for a visitor. The gate alone can send these headers.
  def citizen = request.get_header('HTTP_X_PORTICO_SUBJECT')

  def citizen_name = CGI.unescapeURIComponent(request.get_header('HTTP_X_PORTICO_NAME').to_s)

  def require_citizen
    head :unauthorized if citizen.nil?
  end
end

class PermitsController < ActionController::Base
  include CentralCitizen
  before_action :require_citizen, only: :index

  def start
    return render(html: '<a href="/api/v1/sso/login?return_to=/permits">Sign in</a>'.html_safe) if citizen.nil?

    render html: helpers.safe_join(['Hello ', citizen_name, '. ', helpers.link_to('Your permits', '/permits')])
  end

  def index
    out = '<form method="post" action="/api/v1/sso/logout?return_to=/"><button>Sign out</button></form>'.html_safe
    render html: helpers.tag.main(helpers.safe_join(['Permits of ', citizen, ' ', out]))
  end
end

Permits.initialize!
Permits.routes.draw do
  root 'permits#start'
  get 'permits', to: 'permits#index'
end
run Permits
