import type {RecordedCall} from '../../runners/runner.ts';
import {answered} from '../answer-text.ts';
import {excerpt, valueText} from '../excerpt.ts';
import {apiCode, testCode} from '../fix-target.ts';
import {lastName, pathText, places, requestJson} from '../json-body.ts';
import {metTest, succeededBefore, thenAnswered} from '../phrases.ts';
import {refusedFields} from '../refused-fields.ts';
import type {Rule} from './rule.ts';

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
			? apiCode(call, 'it accepted this request when the test last passed; its rules or the values sent have changed.')
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
