import type {RecordedCall} from '../../runners/runner.ts';
import {errorMessage} from '../answer-text.ts';
import {credentialOf} from '../credential.ts';
import {excerpt} from '../excerpt.ts';
import {endpointOf} from '../endpoint.ts';
import {apiCode, data, environment, testCode} from '../fix-target.ts';
import {responseHeader} from '../json-body.ts';
import {metTest, succeededBefore, thenAnswered} from '../phrases.ts';
import {readPythonText} from '../../../source/test-code/python-text.ts';
import type {Symptoms} from '../symptoms.ts';
import type {Rule} from './rule.ts';

/** 401: who are you. 403: you may not. */
export const refusedCredentials: Rule = symptoms => {
	const {status} = symptoms;
	if (status?.status !== 401 && status?.status !== 403) return null;
	const {call} = status;
	const header = credentialOf(call);
	const said = challenge(call) ?? errorMessage(call);
	const sent = header ? `although the request carried \`${header}\`` : 'and the request carried no credentials';
	const words = said ? `, saying "${excerpt(said, 120)}"` : '';
	return {
		cause: `${symptoms.nameOf(call)} answered ${status.status}${words}, ${sent}${metTest(symptoms)}${acceptedElsewhere(symptoms, call)}${thenAnswered(call, symptoms)}`,
		fix: fixOf(symptoms, call, header, said),
		call,
	};
};

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
		return apiCode(call, 'it answered this request without credentials when the test last passed.');
	if (!header && hadNoneToSend(symptoms))
		return environment(
			'authentication of the project',
			'The test sends __AUTH_HEADERS__, which were empty: store a credential (svc project credential), or let the ' +
				'project sign in (svc project auto-auth).',
		);
	if (!header) return testCode(symptoms, 'send the credentials with this request, e.g. headers=__AUTH_HEADERS__.');
	if (/expir/i.test(said ?? ''))
		return environment(
			'authentication of the project',
			'The credentials have expired: store fresh ones, or let auto-auth fetch them.',
		);
	if (call.status === 403)
		return data(
			endpointOf(call),
			'The account of these credentials lacks the permission: give it the role, or use another account.',
		);
	return environment(
		'authentication of the project',
		'The API does not accept these credentials: check the ones stored for the project.',
	);
}

/** The test asks for the credentials of the project, and no call carried any: there are none. */
const hadNoneToSend = ({run}: Symptoms): boolean =>
	/\b__AUTH_HEADERS__\b/.test(readPythonText(run.code ?? '').code) && run.calls.every(call => !credentialOf(call));
