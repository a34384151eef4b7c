mkdir permits && cd permits
npm init -y
npm install express pg @portico/program
npm install --save-dev @portico/embedded-postgres @portico/create-program
npx portico-program init --identity http://localhost:4000 --program http://localhost:3000
