import {excerpt, valueText} from '../excerpt.ts';
import {apiCode} from '../fix-target.ts';
import {isObject, type JsonObject, responseJson} from '../json-body.ts';
import {metTest} from '../phrases.ts';
import type {Rule} from './rule.ts';

/** An error as HTTP 200: the body tells what the status hides. */
export const errorInSuccess: Rule = symptoms => {
	const {lastAnswer: call, statement, status, nameOf} = symptoms;
	if (!call || status || call.status === null || call.status < 200 || call.status > 299) return null;
	const body = responseJson(call);
	const found = isObject(body) ? errorSign(body) : null;
	if (!found) return null;
	// A test that reads the error wanted it.
	if (statement?.literals.some(literal => literal === found.name || literal.startsWith('error'))) return null;
	const message = found.message ? ` ("${excerpt(found.message, 120)}")` : '';
	return {
		cause: `${nameOf(call)} answered ${call.status}, but its body reports an error: \`${found.name}\` is ${valueText(found.value)}${message}${metTest(symptoms)}`,
		fix: apiCode(symptoms, call, 'the request was not carried out although the status says so; the body says why.'),
		call,
	};
};

type Sign = {name: string; value: unknown; message: string | null};

/** The part of a body that reports an error; null when none does. */
function errorSign(body: JsonObject): Sign | null {
	const message = ['message', 'msg', 'error_description', 'detail', 'reason', 'errmsg']
		.map(name => body[name])
		.find(value => typeof value === 'string' && value !== '') as string | undefined;
	const sign = (name: string): Sign => ({name, value: body[name], message: message ?? null});
	for (const name of ['success', 'ok', 'succeeded']) if (body[name] === false) return sign(name);
	for (const name of ['error', 'errors', 'exception', 'fault']) {
		const value = body[name];
		const isEmpty = Array.isArray(value) ? value.length === 0 : isObject(value) && Object.keys(value).length === 0;
		if (value !== undefined && value !== null && value !== false && value !== '' && value !== 0 && !isEmpty)
			return sign(name);
	}
	if (/^(error|fail|failed|failure)$/i.test(String(body['status'] ?? ''))) return sign('status');
	if (message !== undefined)
		for (const name of ['code', 'errorCode', 'error_code', 'errcode', 'errno', 'retcode']) {
			const value = body[name];
			// 0 and 200 are how such bodies say that all is well.
			if (typeof value === 'number' && value !== 0 && (value < 200 || value > 299)) return sign(name);
		}
	return null;
}
