# Receives events of the Financing Service in Ruby 3, with the gem webrick: ruby receiver.rb
require 'digest'
require 'json'
require 'openssl'
require 'securerandom'
require 'webrick'

TOLERANCE = 300 # seconds between the time of a signature and the clock of this machine
MOST_BYTES = 65_536

# Returns the time of a signature that is at most five minutes old and made with one of the secrets, or nil.
def signed_at(header, body, secrets)
  time = header[/(?:\A|,)\s*t=(\d{1,12})\s*(?:,|\z)/, 1]
  return if time.nil? || (Time.now.to_i - time.to_i).abs > TOLERANCE

  signatures = header.downcase.scan(/(?:\A|,)\s*v1=([0-9a-f]{64})/).flatten
  genuine = secrets.any? do |secret|
    expected = OpenSSL::HMAC.hexdigest('SHA256', secret, "#{time}.".b + body)
    # Takes the same time for every wrong signature.
    signatures.any? { |signature| OpenSSL.fixed_length_secure_compare(expected, signature) }
  end
  time if genuine
end

def event?(body)
  # Ruby refuses a byte order mark, half a surrogate pair, and more than 100 levels.
  plain = body.delete_prefix("\xEF\xBB\xBF".b)
  plain = plain.gsub(/\\(?:u[dD][89a-fA-F]\h{2}|.)/mn) { |escape| escape.size > 2 ? '\ufffd' : escape }
  event = JSON.parse(plain, max_nesting: false)
  event.is_a?(Hash) && event['eventType'].is_a?(String) && event['payload'].is_a?(Hash)
rescue SystemStackError
  true # nested too deep to look into, but signed
rescue JSON::ParserError
  false
end

# Stores an event as a file. A repeated delivery has the same name, so it is stored once.
def store_event(inbox, time, body)
  name = Digest::SHA256.hexdigest("#{time}.".b + body)
  unfinished = File.join(inbox, "new-#{SecureRandom.uuid}")
  File.binwrite(unfinished, body)
  # Renamed when complete: a reader never sees half an event.
  File.rename(unfinished, File.join(inbox, "#{name}.json"))
end

def receive(request, secrets, inbox)
  return 405 unless request.request_method == 'POST'
  return 411 unless request['content-length']
  return 413 if request.content_length > MOST_BYTES

  # The signature covers the bytes as they came: verify first, parse afterwards.
  body = request.body.to_s.b
  time = signed_at(request['svc-signature'].to_s, body, secrets)
  return 401 if time.nil?
  return 400 unless event?(body)

  store_event(inbox, time, body)
  204
end

# Two secrets, separated by a comma, while one is rotated. The service has 16 characters or more in each.
secrets = ENV.fetch('FINANCING_WEBHOOK_SECRET', '').split(',')
inbox = ENV.fetch('INBOX', '')
if secrets.empty? || secrets.map(&:length).min < 16 || !File.directory?(inbox)
  abort 'Set FINANCING_WEBHOOK_SECRET (16 characters or more) and INBOX (a folder)'
end

server = WEBrick::HTTPServer.new(BindAddress: '127.0.0.1', Port: ENV.fetch('PORT', '9000').to_i)
server.mount_proc('/') do |request, response|
  response.status = receive(request, secrets, inbox)
  response['Allow'] = 'POST' if response.status == 405
  response.keep_alive = false if response.status == 413 # or WEBrick reads all of the body first
end
trap('TERM') { server.shutdown }
server.start
