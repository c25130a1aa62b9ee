import {expect, it} from 'vitest';
import {hideSealed} from '../../../service/domain/sealed-text.ts';
import {reasonedFates, startProject} from './clean-up.ts';
import type {Asked, Told} from './start-api.ts';

/** A behaviour that was seen on a real application. */
export type Behaviour = {
	/** Known DELETE endpoints of the API. */
	deletes: string[];
	/** What the API does. */
	api: (asked: Asked) => Told;
	/** What the test does, in Python. */
	test: string[];
	/** What is to become of its records: `<family> <id> <outcome>`. */
	records: string[];
	/** Every DELETE that reaches the API, in any order. */
	sent: string[];
	/** The same as they are recorded, where that differs. */
	recorded?: string[];
};

/** `POST /users` makes user 7, which can be read until it is deleted; everything else is said by the behaviour. */
export function users(rest: (asked: Asked) => Told): Pick<Behaviour, 'deletes' | 'test' | 'api'> {
	return {
		deletes: ['/users/{id}'],
		test: ["post('/users', {'name': 'Ada'})"],
		api: readable('/users/7', {id: 7}, asked => (asked.method === 'POST' ? [201, {id: 7}] : rest(asked))),
	};
}

/** A record that can be read until its DELETE has arrived. */
export function readable(path: string, record: unknown, rest: (asked: Asked) => Told): (asked: Asked) => Told {
	let isDeleted = false;
	return asked => {
		if (asked.path === path && asked.method === 'DELETE') isDeleted = true;
		return asked.path === path && asked.method === 'GET' && !isDeleted ? [200, record] : rest(asked);
	};
}

/** A test for each behaviour: what becomes of the records, and which DELETE calls are sent, counted and recorded. */
export function survives(
	python: () => Parameters<typeof startProject>[0],
	behaviours: ReadonlyArray<[behaviour: string, Behaviour]>,
): void {
	it.each(behaviours)('%s', async (_behaviour, {deletes, api, test, records, sent, recorded = sent}) => {
		const project = await startProject(python(), api, deletes);
		await project.add('the test', test);
		const batchId = await project.begin();
		const view = await project.cleaned(batchId);
		expect(reasonedFates(view)).toEqual([...records].sort());
		expect(project.api.deletes().sort()).toEqual([...sent].sort());
		// "The cleanup report counts exactly the DELETE calls shown in the data-flow view", and those that were sent.
		expect((await project.recordedDeletes(batchId)).map(hideSealed).sort()).toEqual([...recorded].sort());
		const ofTests = test.filter(line => line.startsWith('delete(')).length;
		expect(view.totals.deleteCalls).toBe(sent.length - ofTests);
	});
}
