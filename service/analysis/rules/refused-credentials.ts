import type {RecordedCall} from '../../runners/runner.ts';
import {errorMessage} from '../answer-text.ts';
import {credentialOf, expiryBefore} from '../credential.ts';
import {ageText, excerpt} from '../excerpt.ts';
import {timestamp} from '../../domain/timestamp.ts';
import {endpointOf} from '../endpoint.ts';
import {apiCode, data, environment, testCode} from '../fix-target.ts';
import {responseHeader} from '../json-body.ts';
import {metTest, succeededBefore, thenAnswered} from '../phrases.ts';
import {readPythonText} from '../../../source/test-code/python-text.ts';
import type {Symptoms} from '../symptoms.ts';
import type {Rule} from './rule.ts';
import {signInWords} from '../sign-in-words.ts';

const storeCredential = 'svc project credential <project-id> --type <auth-type> --credential-file <credential-file>';

/** 401: who are you. 403: you may not. */
export const refusedCredentials: Rule = symptoms => {
	const {status} = symptoms;
	if (status?.status !== 401 && status?.status !== 403) return null;
	const {call} = status;
	const header = credentialOf(call);
	const signIn = call.method === 'GET' ? null : signInWords(call);
	if (signIn) return refusedLogin(symptoms, call, signIn);
	const said = challenge(call) ?? errorMessage(call);
	const sent = header ? `although the request carried \`${header}\`` : 'and the request carried no credentials';
	const words = said ? `, saying "${excerpt(said, 120)}"` : '';
	return {
		cause: `${symptoms.nameOf(call)} answered ${status.status}${words}, ${sent}${metTest(symptoms)}${oddText(symptoms, call, header)}${expiredText(symptoms, call, header)}${acceptedElsewhere(symptoms, call)}${thenAnswered(call, symptoms)}`,
		fix: fixOf(symptoms, call, header, said),
		call,
	};
};

/** The request signs in: what it carried in its body was not accepted. */
function refusedLogin(symptoms: Symptoms, call: RecordedCall, signIn: string) {
	const said = challenge(call) ?? errorMessage(call);
	const words = said ? `, saying "${excerpt(said, 120)}"` : '';
	return {
		cause: `${symptoms.nameOf(call)} answered ${call.status}${words}${metTest(symptoms)} The login refuses this ${signIn}.${thenAnswered(call, symptoms)}`,
		fix: succeededBefore(call, symptoms)
			? data(
					endpointOf(call),
					`It accepted a login with the same fields when the test last passed: the account, or its ${signIn.replace(/^.* and /, '')}, has changed.`,
				)
			: testCode(symptoms, `check the ${signIn} that it sends: no credential of the project is involved.`),
		call,
	};
}

/** `error="invalid_token", error_description="The token expired"` of a WWW-Authenticate header. */
function challenge(call: RecordedCall): string | null {
	const header = responseHeader(call, 'www-authenticate');
	return /error_description="([^"]+)"/.exec(header ?? '')?.[1] ?? /error="([^"]+)"/.exec(header ?? '')?.[1] ?? null;
}

const accepted = ({run}: Symptoms, refused: RecordedCall): RecordedCall | null =>
	run.calls.find(
		call =>
			call !== refused &&
			credentialOf(call) !== null &&
			call.status !== null &&
			call.status >= 200 &&
			call.status < 300,
	) ?? null;

function acceptedElsewhere(symptoms: Symptoms, call: RecordedCall): string {
	const other = credentialOf(call) ? accepted(symptoms, call) : null;
	return other ? ` ${symptoms.nameOf(other)} of the same run accepted credentials.` : '';
}

function fixOf(symptoms: Symptoms, call: RecordedCall, header: string | null, said: string | null) {
	const earlier = symptoms.earlierOf(call);
	if (!header && earlier && !credentialOf(earlier) && succeededBefore(call, symptoms))
		return apiCode(symptoms, call, 'it answered this request without credentials when the test last passed.');
	if (!header && hadNoneToSend(symptoms))
		return environment(
			'authentication of the project',
			`The test sends __AUTH_HEADERS__, which were empty: store a credential (${storeCredential}), or let the project ` +
				'sign in before each batch (svc help project auto-auth).',
		);
	if (!header) return testCode(symptoms, 'send the credentials with this request, e.g. headers=__AUTH_HEADERS__.');
	if (call.status === 401 && hasOddBasic(symptoms, header))
		return environment(
			'authentication of the project',
			`Store it as user:password, which is encoded then: svc project credential <project-id> --type "basic token" --credential-file <account-file>.`,
		);
	if (call.status === 401 && hasOwnOddBasic(symptoms, header))
		return testCode(
			symptoms,
			'send base64 of user:password behind Basic, or let the HTTP library do it: auth=(user, password).',
		);
	if (call.status === 401 && isOwn(symptoms, header))
		return testCode(
			symptoms,
			`it makes \`${header}\` itself, without __AUTH_HEADERS__: look at where it takes the credential from, and whether that has expired.`,
		);
	if (/expir/i.test(said ?? '') || expiryOfSent(symptoms, call, header) !== null)
		return environment(
			'authentication of the project',
			`The credentials have expired: store fresh ones (${storeCredential}), or let the project fetch them (svc help project auto-auth).`,
		);
	if (call.status === 403)
		return data(
			endpointOf(call),
			'The account of these credentials lacks the permission: give it the role, or use another account.',
		);
	return environment(
		'authentication of the project',
		`The API does not accept these credentials: check the ones stored for the project (svc project get <project-id>), and store others: ${storeCredential}`,
	);
}

const isBasic = (header: string | null) => /^authorization$/i.test(header ?? '');
const sendsProjects = ({run}: Symptoms) => /\b__AUTH_HEADERS__\b/.test(run.code ?? '');

/** The project's own basic token was sent, and no API can read it. */
const hasOddBasic = (symptoms: Symptoms, header: string | null): boolean =>
	symptoms.run.setUp.credential.isOddBasic && isBasic(header) && sendsProjects(symptoms);

/** The test spells a Basic credential that is no base64 of `user:password`. */
function hasOwnOddBasic({run}: Symptoms, header: string | null): boolean {
	if (!isBasic(header)) return false;
	const spelled = [...(run.code ?? '').matchAll(/(["'])Basic\s+([^"'{}\\\s][^"'{}\\]{0,400})\1/gi)];
	return spelled.some(([, , token]) => !Buffer.from(token!.trim(), 'base64').toString().includes(':'));
}

/** The test makes what it sends: nothing of the project is in it. */
const isOwn = (symptoms: Symptoms, header: string | null): boolean =>
	header !== null && ownCredential.test(symptoms.run.code ?? '') && !sendsProjects(symptoms);

const ownCredential = /\bauth\s*=|authorization|cookie|bearer|api[-_]?key|token/i;

function oddText(symptoms: Symptoms, call: RecordedCall, header: string | null): string {
	if (call.status !== 401) return '';
	if (hasOddBasic(symptoms, header))
		return ' The basic token of the project is neither user:password nor its base64 form, so it was sent as no API can read it.';
	return hasOwnOddBasic(symptoms, header)
		? ' The Basic credential that the test spells is not the base64 form of user:password.'
		: '';
}

/** When the project's own token had stopped being valid before it was sent; null: it had not, or does not say. */
const expiryOfSent = (symptoms: Symptoms, call: RecordedCall, header: string | null): number | null =>
	header !== null && sendsProjects(symptoms) ? expiryBefore(symptoms.run.setUp.credential, call) : null;

function expiredText(symptoms: Symptoms, call: RecordedCall, header: string | null): string {
	const expiry = expiryOfSent(symptoms, call, header);
	if (expiry === null) return '';
	return ` The token of the project expired ${ageText(call.startedAt - expiry)} before (${timestamp(expiry)}).`;
}

/** The test asks for the credentials of the project, and no call carried any: there are none. */
const hadNoneToSend = ({run}: Symptoms): boolean =>
	/\b__AUTH_HEADERS__\b/.test(readPythonText(run.code ?? '').code) && run.calls.every(call => !credentialOf(call));
