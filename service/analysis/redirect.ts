import type {RecordedCall} from '../runners/runner.ts';
import {environment} from './fix-target.ts';
import {responseHeader} from './json-body.ts';

/** Where a call was sent on to. */
type Redirect = {
	/** As the answer says it. */
	location: string;
	/** The call that followed it; null: nobody did, or it was not recorded. */
	landed: RecordedCall | null;
	/** The place asks who one is. */
	isSignIn: boolean;
};

/** @param calls those of the run, in their order; null: the call was not sent on */
export function redirectOf(call: RecordedCall, calls: readonly RecordedCall[]): Redirect | null {
	if (call.status === null || call.status < 300 || call.status >= 400) return null;
	const location = responseHeader(call, 'location');
	if (!location || !URL.canParse(location, call.url)) return null;
	const address = withoutHash(new URL(location, call.url).href);
	const landed = calls.slice(calls.indexOf(call) + 1).find(one => withoutHash(one.url) === address) ?? null;
	return {location, landed, isSignIn: signIn.test(address.split('?', 1)[0]!) || asksPassword(landed)};
}

/** The call that was sent on to this one, the first of several in a row; null: this one was asked for itself. */
export function redirectedFrom(call: RecordedCall, calls: readonly RecordedCall[]): RecordedCall | null {
	const before = calls.slice(0, calls.indexOf(call)).findLast(one => redirectOf(one, calls)?.landed === call);
	return before ? (redirectedFrom(before, calls) ?? before) : null;
}

/** Where to look when an API sends to a page to sign in. */
export const signInFirst = environment(
	'authentication of the project',
	'It sends whoever is not signed in to that page: check that a credential is stored, still valid and sent with the request (svc project get <project-id>).',
);

const signIn =
	/\/(?:[\w.-]{0,40}[_.-])?(?:log-?in|log-?on|sign-?in|sso|saml2?|oauth2?|authorize|authenticate)(?:[/_.-]|$)/i;
const asksPassword = (page: RecordedCall | null) => {
	const body = page?.responseBody ?? '';
	return passwordField.test(body) || titleOfSignIn.test(body);
};
const passwordField = /<input\s[^<>]{0,200}type=["']?password/i;
const titleOfSignIn = /<title>[^<>]{0,80}(?:sign|log)[ -]?in\b/i;
const withoutHash = (url: string) => url.split('#', 1)[0]!;
