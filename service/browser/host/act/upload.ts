import {basename, extname} from 'node:path';
import {sampleFile} from '../../script/sample-file.ts';
import {StepFailed} from '../step-failed.ts';
import type {Handle} from '../with-handle.ts';
import type {Act} from './act.ts';
import {elementOf, onElement} from './on-element.ts';

const mostBytes = 50 * 1024 ** 2;
const chooserMs = 3000;

type File = {name: string; mimeType: string; buffer: Buffer};
type ChosenFile = File & {isDocument: boolean};

/** Of each name the project's document, else a small valid file for the extension. Paths of the machine are refused. */
export async function upload(act: Act, names: readonly string[], bytes: number | null): Promise<void> {
	const {session} = act;
	const files = names.map(name => fileOf(act, session.parts.variables.fill(name).trim(), bytes));
	const all = files.map(({name, mimeType, buffer}) => ({name, mimeType, buffer}));
	const content = all.length === 1 ? all[0]! : all;
	const found = elementOf(act);
	act.tell(
		files.length === 1 ? {isDocument: files[0]!.isDocument} : {documents: files.map(({isDocument}) => isDocument)},
	);
	const isField = found.element.tag === 'input' && found.element.type === 'file';
	await onElement(act, 'target', found, 'handing over the file', async (handle, timeout) => {
		if (isField) {
			act.tell({way: 'field'});
			return handle.setInputFiles(content, {timeout});
		}
		const [inside, ...others] = await handle.$$('input[type=file]');
		if (inside && others.length === 0) {
			act.tell({way: 'inside'});
			return inside.setInputFiles(content, {timeout});
		}
		const chosen = session.page.waitForEvent('filechooser', {timeout: Math.min(timeout, chooserMs)});
		chosen.catch(() => {});
		await handle.click({timeout});
		const chooser = await chosen.catch(() => null);
		act.tell({way: chooser ? 'chooser' : 'drop'});
		return chooser ? chooser.setFiles(content) : drop(handle, all);
	});
	await session.settle();
}

/** An area that takes dropped files and opens no chooser. */
async function drop(handle: Handle, files: readonly File[]): Promise<void> {
	const dropped = files.map(({name, mimeType, buffer}) => ({name, type: mimeType, data: buffer.toString('base64')}));
	await handle.evaluate(dropOn, dropped);
}

/** Runs in the page. */
function dropOn(node: unknown, files: ReadonlyArray<{name: string; type: string; data: string}>): void {
	type Transfer = {items: {add(file: unknown): void}};
	const page = globalThis as unknown as {
		DataTransfer: new () => Transfer;
		File: new (parts: unknown[], name: string, options: {type: string}) => unknown;
		DragEvent: new (kind: string, options: object) => unknown;
		atob(text: string): string;
	};
	const dataTransfer = new page.DataTransfer();
	for (const {name, type, data} of files) {
		const bytes = Uint8Array.from(page.atob(data), sign => sign.charCodeAt(0));
		dataTransfer.items.add(new page.File([bytes], name, {type}));
	}
	const element = node as {dispatchEvent(event: unknown): void};
	for (const kind of ['dragenter', 'dragover', 'drop'])
		element.dispatchEvent(new page.DragEvent(kind, {bubbles: true, cancelable: true, dataTransfer}));
}

function fileOf(act: Act, wanted: string, bytes: number | null): ChosenFile {
	if (wanted !== basename(wanted) || wanted.includes('\\') || wanted.startsWith('~'))
		throw new StepFailed({
			case: 'not_read',
			target: wanted,
			message: `"${wanted}" is a path; name a document of the project, or a file by its name alone`,
		});
	const stored = act.session.job.files.find(({name}) => name === wanted);
	if (stored) {
		const buffer = Buffer.from(stored.content, 'base64');
		return {name: wanted, mimeType: 'application/octet-stream', buffer, isDocument: true};
	}
	const sample = sampleFile(extname(wanted).slice(1), Math.min(bytes ?? 0, mostBytes));
	act.session.note(
		`"${wanted}" is no document of the project; a ${sample.kind} file of ${sample.bytes.length} bytes was made`,
	);
	return {name: wanted, mimeType: sample.mimeType, buffer: sample.bytes, isDocument: false};
}
