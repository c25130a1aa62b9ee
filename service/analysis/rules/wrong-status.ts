import type {RecordedCall} from '../../runners/runner.ts';
import {answered, requestIdText} from '../answer-text.ts';
import {endpointOf} from '../endpoint.ts';
import {valueText, excerpt} from '../excerpt.ts';
import {addressOf, apiCode, environment, data, testCode} from '../fix-target.ts';
import {lastName, pathText, places, requestJson} from '../json-body.ts';
import {metTest, thenAnswered, succeededBefore} from '../phrases.ts';
import {redirectOf, signInFirst} from '../redirect.ts';
import {refusedFields} from '../refused-fields.ts';
import type {Symptoms} from '../symptoms.ts';
import type {Rule} from './rule.ts';

/** Statuses by which a gateway says that it got nothing from the API behind it. */
const ofGateways = [502, 503, 504];

/** The API failed with a 5xx status. */
export const serverError: Rule = symptoms => {
	const {status, nameOf} = symptoms;
	if (!status || status.status < 500) return null;
	const {call} = status;
	return {
		cause: `${nameOf(call)} ${answered(call)}${metTest(symptoms)}${thenAnswered(call, symptoms)}`,
		fix: ofGateways.includes(status.status)
			? environment(
					addressOf(call),
					`Status ${status.status} means that a proxy or gateway in front of the API got no usable answer from it: check that the API is up and not overloaded.${requestIdText(call)}`,
				)
			: apiCode(
					symptoms,
					call,
					`a 5xx status is a fault in its handler of this request; look into its log at that moment.${requestIdText(call)}`,
				),
		call,
	};
};

/** 409: the request is at odds with what is there already, mostly a record with the same value. */
export const conflict: Rule = symptoms => {
	const {status, nameOf} = symptoms;
	if (status?.status !== 409) return null;
	const {call} = status;
	const fixed = fixedValue(symptoms);
	const repeated = fixed ? ` The test always sends ${valueText(fixed.value)} as \`${fixed.name}\`.` : '';
	return {
		cause: `${nameOf(call)} ${answered(call)}${metTest(symptoms)}${repeated}${thenAnswered(call, symptoms)}`,
		fix: fixed
			? testCode(symptoms, `make \`${fixed.name}\` different in each run, or delete the record at the end.`)
			: data(
					endpointOf(call),
					'A record that already exists conflicts with the request: look for what an earlier run left behind.',
				),
		call,
	};
};

/** A text of the request that the answer repeats, or that names something, and that the test's source has as a literal. */
function fixedValue({status, run}: Symptoms): {name: string; value: string} | null {
	if (!status || run.code === null) return null;
	const candidates: Array<{name: string; value: string; isNamed: boolean}> = [];
	for (const {path, value} of places(requestJson(status.call))) {
		if (typeof value !== 'string' || value.length < 3 || /pass|secret|token/i.test(pathText(path))) continue;
		if (!run.code.includes(`'${value}'`) && !run.code.includes(`"${value}"`)) continue;
		const name = lastName(path) ?? pathText(path);
		const body = status.call.responseBody ?? '';
		candidates.push({
			name,
			value,
			isNamed: body.includes(value) || new RegExp(`\\b${name.replace(/\W/g, '\\$&')}\\b`).test(body),
		});
	}
	return candidates.find(({isNamed}) => isNamed) ?? null;
}

/** 400 and 422: the API does not take what the request says. */
export const refusedInput: Rule = symptoms => {
	const {status, nameOf} = symptoms;
	if (status?.status !== 400 && status?.status !== 422) return null;
	const {call} = status;
	const [field] = refusedFields(call);
	const what = field
		? `answered ${status.status}: it refuses \`${excerpt(field.name, 60)}\`${field.message ? ` ("${excerpt(field.message, 120)}")` : ''}, ${sentText(call, field.name)}`
		: answered(call);
	const rationale = field
		? `correct \`${excerpt(field.name, 60)}\` in the request that it sends.`
		: 'correct the request that it sends.';
	return {
		cause: `${nameOf(call)} ${what}${metTest(symptoms)}${thenAnswered(call, symptoms)}`,
		fix: succeededBefore(call, symptoms)
			? apiCode(
					symptoms,
					call,
					'it accepted this request when the test last passed; its rules or the values sent have changed.',
				)
			: testCode(symptoms, rationale),
		call,
	};
};

const isSensitive = (name: string) => /pass|secret|token|key|card|cvv|pin\b/i.test(name);

/** What the request said about a field. */
function sentText(call: RecordedCall, name: string): string {
	const body = requestJson(call);
	if (body === undefined) return call.requestBody === null ? 'and the request had no body' : 'which the request sent';
	const wanted = name.replace(/^\$?\.?(?:body\.)?/, '');
	for (const {path, value} of places(body)) {
		if (path.length === 0) continue;
		if (pathText(path).slice(2) !== wanted && lastName(path) !== wanted) continue;
		return isSensitive(name) ? 'which the request sent' : `which the request sent as ${valueText(value)}`;
	}
	return 'which the request did not send';
}

/** The test expects a refusal and the API obliges. */
export const unexpectedSuccess: Rule = symptoms => {
	const {status, nameOf} = symptoms;
	if (!status || status.status < 200 || status.status > 299) return null;
	const wanted = /(?<!\d)4(?:\d\d|xx)(?!\d)/.exec(status.expectation ?? '')?.[0];
	if (!wanted || /(?<!\d)[23](?:\d\d|xx)(?!\d)/.test(status.expectation ?? '')) return null;
	const {call} = status;
	return {
		cause: `${nameOf(call)} ${answered(call)}${metTest(symptoms)} The API accepted what the test wants refused.${thenAnswered(call, symptoms)}`,
		fix: apiCode(symptoms, call, `a check that should answer ${wanted} is missing or lets this request through.`),
		call,
	};
};

/** Any other status than the expected one, such as 200 in place of 201, or a redirect. */
export const otherStatus: Rule = symptoms => {
	const {status, nameOf} = symptoms;
	if (!status) return null;
	const {call} = status;
	const redirect = redirectOf(call, symptoms.run.calls);
	const points = redirect ? ` It points to ${excerpt(redirect.location, 120)}.` : '';
	return {
		cause: `${nameOf(call)} ${answered(call)}${metTest(symptoms)}${points}${thenAnswered(call, symptoms)}`,
		fix: redirect?.isSignIn
			? signInFirst
			: succeededBefore(call, symptoms)
				? apiCode(symptoms, call, 'the status has changed since the test last passed.')
				: testCode(symptoms, 'one of the two is wrong: compare the expected status with the document of the API.'),
		call,
	};
};
