import type {Call} from '../../contract/call.ts';
import {curlLine, curlVariables} from '../../source/view-model/curl-line.ts';
import type {Stage} from '../screen-view.ts';
import {copyText} from './hand-over.ts';

/** Copies a recorded call as a curl line; says which variables hold what is masked, and what of it is missing. */
export function copyCall(
	stage: Stage,
	call: Pick<Call, 'method' | 'url' | 'requestHeaders' | 'requestBody' | 'requestEncoding' | 'truncated'>,
): void {
	const {method, url, requestHeaders, requestBody, requestEncoding, truncated} = call;
	const isText = requestEncoding !== 'base64';
	const request = {method, url, headers: requestHeaders, body: isText ? requestBody : null};
	const names = curlVariables(request).map(name => `$${name}`);
	const what = [
		// Short: a narrow line holds the path of the file as well.
		names.length > 0 ? `curl line, set ${names.join(' ')}` : 'curl line',
		...(isText ? [] : ['without its body, which is not text']),
		...(truncated ? ['its bodies are kept in part'] : []),
	];
	copyText(stage, curlLine(request), what.join('; '));
}
