import {describe, expect, it} from 'vitest';
import {acceptFinding} from '../../../../contract/routes/findings.ts';
import {pythonOfFile} from '../../../helpers/python-of-file.ts';
import {redOf, startLearning} from './learning-world.ts';
import {guardedDocument, type Manners, noteKey, startNotes} from './notes-api.ts';

const python = pythonOfFile();

/** What no run makes right, each with what its red tests say. */
const never: ReadonlyArray<readonly [Partial<Manners>, RegExp]> = [
	[{unknown: 500}, /got 500|answered 500/],
	[{guard: 'open'}, /without a credential: expected 401.*, got 20[0-4]/],
	[{leaks: true}, /the answer shows .*passwordHash/],
];
const healthy: Partial<Manners> = {unknown: 404, guard: 'kept', leaks: false};

async function world(manners: Partial<Manners>) {
	const notes = await startNotes({guard: 'kept', ...manners});
	return {notes, ...(await startLearning(python(), notes.url, guardedDocument, noteKey))};
}

describe.each(never)('%o is red', (fault, said) => {
	it('from the first run on, after the second one, and after what they have shown was learned', async () => {
		const {run, learned} = await world(fault);
		for (const _ of ['first', 'second', 'settled']) {
			expect(redOf(await run()).join('\n')).toMatch(said);
			await learned();
		}
	});
});

it('a server error, an open door and a leak are red after a finding was accepted, and in the run that confirms', async () => {
	const {notes, http, params, run, findings, learned} = await world({deleted: 204});
	expect(redOf(await run())).toEqual([]);
	for (const [fault, said] of never) {
		Object.assign(notes.as, fault);
		expect(redOf(await run()).join('\n')).toMatch(said);
		Object.assign(notes.as, healthy);
	}
	await learned();
	const [finding] = await findings();
	await http.call(acceptFinding, {params: {...params, findingId: finding!.findingId}});
	for (const [fault, said] of never) {
		Object.assign(notes.as, fault);
		expect(redOf(await run()).join('\n')).toMatch(said);
		Object.assign(notes.as, healthy);
	}
	expect(redOf(await run())).toEqual([]);
});
