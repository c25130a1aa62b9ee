import {hasOwnKey} from './body-records.ts';
import {isObject} from './json-value.ts';

const failures = new Set(['error', 'errored', 'fail', 'failed', 'failure', 'denied', 'rejected', 'invalid']);
const good = /^(?:ok|okay|success|successful|succeeded|done|created|accepted|deleted)\b/i;

/**
 * Whether an answer says that the request failed although its status is 2xx: some APIs answer everything with 200 and
 * put the truth inside (`{code: 1, message: "no such pad", data: null}`, `{success: false}`, `{errors: [{…}]}`). An
 * answer that carries an identifier is a record, whose own `status` or `error` speaks of itself.
 */
export function saysError(body: unknown): boolean {
	if (!isObject(body) || hasOwnKey(body)) return false;
	const {success, ok, error, errors, status} = body;
	if (success === false || ok === false || success === 'false') return true;
	if (isTold(error) || isTold(errors)) return true;
	if (typeof status === 'string' && failures.has(status.toLowerCase())) return true;
	if ([status, body['statusCode'], body['code']].some(isHttpError)) return true;
	return isFailedCall(body) || (isObject(status) && isFailedCall(status));
}

/** `error: null`, `errors: []` and `error: false` tell that there is none. */
const isTold = (value: unknown): boolean =>
	value === true ||
	(typeof value === 'string' && value !== '' && !good.test(value)) ||
	(typeof value === 'object' && value !== null && Object.keys(value).length > 0);

const isHttpError = (value: unknown): boolean => Number.isInteger(value) && Number(value) >= 400 && Number(value) < 600;

/** What an envelope calls what was asked for. */
const envelopes = ['data', 'result', 'response'];

/** `4001`, `40301`, `50012`: the status of HTTP with more digits behind it, whatever `data` then shows. */
const isExtendedHttpError = (code: unknown): boolean => /^[45]\d{3,4}$/.test(String(code));

/** `{errcode, errmsg}` as well as `{code, message}`. */
const codeNames = ['code', 'errcode', 'errCode', 'err_code', 'errorCode', 'error_code', 'errno', 'retcode', 'ret'];
const wordNames = ['message', 'msg', 'errmsg', 'errMsg', 'err_msg', 'errorMessage', 'error_message', 'retmsg'];

/** A code other than zero beside a message, and nothing that was asked for: the way of remote procedure calls. */
function isFailedCall(body: Readonly<Record<string, unknown>>): boolean {
	const said = (names: readonly string[]) => names.map(name => body[name]).find(one => one !== undefined);
	const code = said(codeNames);
	const text = said(wordNames);
	if (typeof text !== 'string' || good.test(text)) return false;
	if (isExtendedHttpError(code) && envelopes.some(name => name in body)) return true;
	if (Object.values(body).some(value => typeof value === 'object' && value !== null)) return false;
	if (typeof code === 'number') return code !== 0 && !(code >= 200 && code < 300);
	return typeof code === 'string' && code !== '' && !good.test(code) && !/^(?:0+|2\d\d)$/.test(code);
}
