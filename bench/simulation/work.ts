import type {TestType} from '../../contract/enums.ts';
import type {PlanTest} from '../../service/graph/plan-test.ts';
import {createChance} from '../../test/helpers/chance.ts';

/** A test with what only the simulation knows: how long it takes, in milliseconds. */
export type SimulatedTest = PlanTest & {type: TestType; takesMs: number};

/**
 * The tests of a project: records that others need, one to four deep, tests that need nothing, some that may harm the API and come
 * late, and teardown tests that remove what was made. Most take a second, some a minute.
 *
 * @param isKnown they have run before, and took about as long then
 */
export function simulatedProject(project: number, count: number, seed: number, isKnown = false): SimulatedTest[] {
	const chance = createChance(seed * 1_000_003 + project * 7919);
	const random = () => chance(2 ** 24) / 2 ** 24;
	const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
	/** Another one, so that the tests are the same whether they are known or not. */
	const before = createChance(seed * 1_000_003 + project * 7919 + 1);
	const tests: SimulatedTest[] = [];
	for (let n = 0; n < count; n++) {
		const kind = random();
		const place = Math.floor(random() * n);
		const giver = tests[place];
		const isTeardown = kind < 0.03;
		const feeds = kind > 0.4 && giver !== undefined && giver.produces.length > 0 && giver.category === null;
		const depth = feeds ? Number(giver!.produces[0]!.split('_')[2]) + 1 : 0;
		const type: TestType = random() < 0.1 ? 'frontend' : 'backend';
		const takesMs = Math.round(Math.min(120_000, Math.exp(normal()) * (type === 'frontend' ? 6000 : 1000)));
		tests.push({
			id: `tst_${String(project).padStart(4, '0')}_${String(n).padStart(6, '0')}`,
			name: `test ${n}`,
			createdAt: n,
			priority: random() < 0.1 ? 'p0' : null,
			category: isTeardown ? 'teardown' : null,
			phase: !isTeardown && !feeds && random() < 0.01 ? 'late' : 'normal',
			produces: !isTeardown && depth < 4 && random() < 0.3 ? [`value_${n}_${depth}`] : [],
			consumes: feeds && !isTeardown ? [giver!.produces[0]!] : [],
			wiring: {},
			after: [],
			type,
			takesMs,
			tookMs: isKnown ? Math.round(takesMs * (0.75 + before(500) / 1000)) : null,
		});
	}
	return tests;
}
