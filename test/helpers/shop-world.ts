import {sampleBatch, sampleMember, sampleProject, sampleTest} from './wire-samples.ts';
import {WireWorld} from './wire-world.ts';

const pad = (index: number) => String(index).padStart(3, '0');

/** A service with a project of `count` tests, whose latest run has ended unless `isRunning`. */
export function createWorld({count = 40, isRunning = false} = {}): WireWorld {
	const world = new WireWorld();
	world.projects = [
		sampleProject({name: 'shop-api', lastBatchId: 'bat_1'}),
		sampleProject({id: 'prj_2', name: 'empty-one', type: 'frontend'}),
	];
	const status = (index: number) => {
		if (isRunning) return index < 2 ? 'running' : 'queued';
		return index % 10 === 3 ? 'failed' : index % 10 === 4 ? 'blocked' : 'passed';
	};
	world.tests = Array.from({length: count}, (_, index) =>
		sampleTest({id: `tst_${pad(index)}`, name: `test ${pad(index)}`, status: status(index), priority: `p${index % 4}`}),
	);
	for (const {id} of world.tests) world.codes.set(id, {code: `import requests\nassert "${id}"\n`, codeVersion: 'v1'});
	const members = world.tests.map(({id, name}, index) =>
		sampleMember({
			testId: id,
			runId: id.replace('tst', 'run'),
			name,
			wave: 1 + (index % 3),
			status: status(index),
			...(isRunning ? {} : {durationMs: 100 + index}),
			...(status(index) === 'running' ? {startedAt: '2026-01-31T09:29:50.000Z'} : {}),
		}),
	);
	world.batches.set('bat_1', sampleBatch(members));
	return world;
}

/** Ends members of the run: the named ones, or all, with the status that `statusOf` gives. */
export function endMembers(world: WireWorld, statusOf: (index: number) => string, indexes?: readonly number[]): void {
	world.change('bat_1', batch => {
		const members = batch.members.map((member, index) => {
			if (indexes && !indexes.includes(index)) return member;
			const status = statusOf(index);
			return sampleMember({...member, status, label: undefined, durationMs: 120, startedAt: member.startedAt});
		});
		return {...sampleBatch(members), version: batch.version};
	});
}
