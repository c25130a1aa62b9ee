import type {Call} from '../../contract/call.ts';
import type {Copied} from '../../source/terminal/clipboard.ts';
import {curlLine, curlVariables} from '../../source/view-model/curl-line.ts';
import type {Stage} from '../screen-view.ts';
import {attempt} from '../action.ts';

/** Copies a text, and says where it is: "Copied" only where that is known. @param what the text, or what it is, for the message */
export function copyText({dashboard, terminal}: Stage, text: string, what: string): void {
	const {ui} = dashboard;
	attempt(dashboard, async () => {
		const {way, file} = await terminal.copy(text);
		const isLost = way === 'kept' && file === null;
		ui.toast(copiedWords(way, file, what), isLost ? 'error' : way === 'sent' ? 'info' : 'success');
	});
}

/** The path comes before what may be long, so that a narrow line does not cut it. */
function copiedWords(way: Copied['way'], path: string | null, what: string): string {
	if (way === 'copied') return path === null ? `Copied: ${what}` : `Copied, also in ${path}: ${what}`;
	if (way === 'sent')
		return path === null ? `Sent to the terminal: ${what}` : `Sent to the terminal, and in ${path}: ${what}`;
	return path === null ? `Not copied, no way to the clipboard or to a file: ${what}` : `Written to ${path}: ${what}`;
}

/** Gives an address to the browser of this machine, and says so: what the browser does with it is not known. */
export function openAddress(stage: Stage, url: string): void {
	const {dashboard, terminal} = stage;
	attempt(dashboard, async () => {
		if (await terminal.browse(url)) dashboard.ui.toast(`Sent to the browser of this machine: ${url}`);
		else copyText(stage, url, `no browser could be started for ${url}`);
	});
}

/** Shows a clean text in the pager. */
export async function pageText({dashboard: {ui}, terminal}: Stage, name: string, text: string): Promise<void> {
	const end = await terminal.page(name, text);
	if ('error' in end) ui.toast(`The pager failed: ${end.error}. Set $PAGER to another one.`, 'error');
}

/** Opens a text in the editor to read it there; what is changed is not kept. */
export async function readInEditor({dashboard: {ui}, terminal}: Stage, name: string, text: string): Promise<void> {
	const end = await terminal.edit(name, text, async () => ui.toast('This is a copy: changes were not kept.'));
	if (end.kind === 'failed') ui.toast(`The editor failed: ${end.reason}. Set $EDITOR to another one.`, 'error');
}

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
