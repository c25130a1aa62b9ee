import {pause} from '../deadline.ts';
import {describe} from '../find.ts';
import {firstLine} from '../session.ts';
import {StepFailed} from '../step-failed.ts';
import type {Act} from './act.ts';
import {elementOf, onElement} from './on-element.ts';

/** Clicks and waits for the file. */
export async function download(act: Act): Promise<void> {
	const {session} = act;
	const {downloads} = session.watch;
	const before = downloads.length;
	await onElement(act, 'target', elementOf(act), 'the click', (handle, timeout) => handle.click({timeout}));
	while (downloads.length === before && !session.deadline.isOver) await pause(20);
	const came = downloads[before];
	const target = describe(act.elements.get('target')!.target);
	if (!came)
		throw new StepFailed({case: 'download', target, message: `no download began after the click on ${target}`});
	try {
		const {bytes} = await session.call('the download', came.file);
		session.note(`downloaded ${came.name} (${bytes} bytes)`);
	} catch (error) {
		throw new StepFailed({
			case: 'download',
			target,
			message: `the download ${came.name} did not come: ${firstLine(error)}`,
		});
	}
}
