# Receives events of the Financing Service in Ruby 3, with the gem webrick: ruby receiver.rb
require 'digest'
require 'fileutils'
require 'json'
require 'openssl'
require 'securerandom'
require 'webrick'

TOLERANCE = 300 # seconds between the time of a signature and the clock of this machine
MAX_BYTES = 65_536

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

# Parses a signed body, and returns nil if it isn't an event.
def parse_event(body)
  # Ruby refuses a byte order mark, half a surrogate pair, and more than 100 levels.
  plain = body.delete_prefix("\xEF\xBB\xBF".b)
  plain = plain.gsub(/\\(?:u[dD][89a-fA-F]\h{2}|.)/mn) { |escape| escape.size > 2 ? '\ufffd' : escape }
  event = JSON.parse(plain, max_nesting: false)
  event if event.is_a?(Hash) && event['eventType'].is_a?(String) && event['payload'].is_a?(Hash)
rescue SystemStackError
  {} # nested too deeply to read, but signed
rescue JSON::ParserError
  nil
end

# Creates a file with a text, unless the file exists, and returns the text that it has.
def first_text(file, text)
  unfinished = File.join(File.dirname(file), "new-#{SecureRandom.uuid}")
  File.binwrite(unfinished, text)
  begin
    File.link(unfinished, file)
  rescue Errno::EEXIST
    # The first of two events wins.
  end
  File.delete(unfinished)
  File.binread(file)
end

# Returns the inbox, or `second-loans` for another purchase of an order that an earlier one has paid.
def folder_for(event, inbox)
  payload = event.fetch('payload', {})
  order = [payload['transactionId'], payload['referral']].find { |field| field.is_a?(String) && !field.empty? }
  purchase = payload['purchaseId'].to_s.b
  return inbox unless event['eventType'] == 'TEXT_TO_PAY_COMPLETED' && order && !purchase.empty?

  %w[purchases second-loans].each { |folder| FileUtils.mkdir_p(File.join(inbox, folder)) }
  first = first_text(File.join(inbox, 'purchases', Digest::SHA256.hexdigest(order)), purchase)
  return inbox if first == purchase

  warn 'An order is financed twice: see second-loans, and ask the service operator to void the purchase'
  File.join(inbox, 'second-loans')
end

# Stores an event as a file. A repeated delivery has the same name, so it's stored once.
def store_event(folder, time, body)
  name = Digest::SHA256.hexdigest("#{time}.".b + body)
  unfinished = File.join(folder, "new-#{SecureRandom.uuid}")
  File.binwrite(unfinished, body)
  # Renamed when complete, so a reader never sees half an event.
  File.rename(unfinished, File.join(folder, "#{name}.json"))
end

def receive(request, secrets, inbox)
  return 405 unless request.request_method == 'POST'
  # WEBrick also reads chunks, without a limit, and accepts lengths such as 0x10.
  length = request['content-length'].to_s
  return 411 if request['transfer-encoding'] || !length.match?(/\A\d+\z/)
  return 413 if length.to_i > MAX_BYTES

  # The signature covers the raw bytes, so verify them before parsing.
  body = request.body.to_s.b
  time = signed_at(request['svc-signature'].to_s, body, secrets)
  return 401 if time.nil?
  event = parse_event(body)
  return 400 if event.nil?

  store_event(folder_for(event, inbox), time, body)
  204
end

# While a secret is rotated, there are two, separated by a comma. Each has at least 16 characters.
secrets = ENV.fetch('FINANCING_WEBHOOK_SECRET', '').split(',').map(&:strip)
inbox = ENV.fetch('INBOX', '')
if secrets.empty? || secrets.map(&:length).min < 16 || !File.directory?(inbox)
  abort 'Set FINANCING_WEBHOOK_SECRET (16 characters or more) and INBOX (a folder)'
end

server = WEBrick::HTTPServer.new(BindAddress: '127.0.0.1', Port: ENV.fetch('PORT', '9000').to_i)
server.mount_proc('/') do |request, response|
  response.status = receive(request, secrets, inbox)
  response['Allow'] = 'POST' if response.status == 405
  response.keep_alive = false # or WEBrick reads all of a refused body first
end
trap('TERM') { server.shutdown }
server.start
