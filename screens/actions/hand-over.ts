import type {Stage} from './action.ts';

/** Copies a text, or writes it to a file whose path is told where the terminal cannot copy. */
export function copyText({dashboard: {ui}, terminal}: Stage, text: string, what: string): void {
	const copied = terminal.copy(text);
	ui.toast(copied.to === 'clipboard' ? `Copied ${what}` : `Written to ${copied.path}`, 'success');
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
