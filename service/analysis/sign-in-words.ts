import type {RecordedCall} from '../runners/runner.ts';
import {lastName, places, requestHeader, requestJson} from './json-body.ts';

/** Fields by which a request says who asks, in its body: it signs in. */
const secretField =
	/^(?:(?:user_?|current_?|account_?)?pass(?:word|wd|phrase|code)|pwd|secret|client_?secret|pin|otp|totp|code_verifier|refresh_?token|api_?key)$/i;
const nameField = /^(?:e-?mail(?:_?address)?|user(?:_?name)?|log-?in|account|client_?id|phone)$/i;

/** What a request carries in its body to sign in with, such as `e-mail and password`; null: nothing. */
export function signInWords(call: RecordedCall): string | null {
	const names = namesIn(call);
	if (!signsIn(call, names)) return null;
	const secret = names.find(name => secretField.test(name));
	if (secret === undefined) return null;
	const name = names.find(one => nameField.test(one));
	const [first, second] = [name && wordsOf(name), wordsOf(secret)];
	return first ? `${first} and ${second}` : second;
}

/** A new account has a password, too: where the path does not say that somebody signs in, nothing else may be sent. */
function signsIn({url}: RecordedCall, names: readonly string[]): boolean {
	const path = url.split(/[?#]/, 1)[0]!;
	if (
		/\/(?:[\w.-]{0,40}[_.-])?(?:log-?in|log-?on|sign-?in|sso|oauth2?|authorize|authenticate|auth|tokens?|sessions?|jwt)(?:[/_.-]|$)/i.test(
			path,
		)
	)
		return true;
	return (
		!/register|sign-?up|users?|accounts?|members?|customers?/i.test(path) &&
		names.every(name => secretField.test(name) || nameField.test(name))
	);
}

const wordsOf = (name: string): string =>
	/mail/i.test(name) ? 'e-mail' : /pass|pwd/i.test(name) ? 'password' : `\`${name}\``;

/** Names of the fields of a JSON body or of a form. */
function namesIn(call: RecordedCall): string[] {
	const body = requestJson(call);
	if (body !== undefined) return [...places(body)].flatMap(({path}) => lastName(path) ?? []);
	if (!/urlencoded/.test(requestHeader(call, 'content-type') ?? '')) return [];
	return [...new URLSearchParams(call.requestBody ?? '').keys()];
}
