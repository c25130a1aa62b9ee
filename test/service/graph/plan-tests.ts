import fc from '../../helpers/properties.ts';
import type {PlanTest} from '../../../service/graph/plan-test.ts';

/** Tests by name, in creation order; the id of a test is its name. */
export function planTests(tests: Record<string, Partial<PlanTest>>): PlanTest[] {
	return Object.entries(tests).map(([name, test], age) => ({
		id: name,
		name,
		createdAt: age,
		priority: null,
		category: null,
		produces: [],
		consumes: [],
		wiring: {},
		...test,
	}));
}

const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

/** Any project: several producers of one name, missing producers, rings and teardown tests included. */
export const anyProject: fc.Arbitrary<PlanTest[]> = fc
	.array(
		fc.record({
			priority: fc.constantFrom(null, 'p0' as const, 'p1' as const, 'p2' as const, 'p3' as const),
			category: fc.constantFrom(null, null, null, 'teardown', 'cleanup', 'other'),
			produces: fc.uniqueArray(fc.constantFrom(...names), {maxLength: 2}),
			consumes: fc.uniqueArray(fc.constantFrom(...names), {maxLength: 3}),
		}),
		{maxLength: 14},
	)
	.map(tests =>
		planTests(Object.fromEntries(tests.map((test, index) => [`t${String(index).padStart(2, '0')}`, test]))),
	);

/** A project without rings: every test needs names of older tests only. */
export const acyclicProject: fc.Arbitrary<PlanTest[]> = fc
	.array(fc.array(fc.nat(30), {maxLength: 4}), {minLength: 1, maxLength: 20})
	.map(needs =>
		planTests(
			Object.fromEntries(
				needs.map((olds, index) => [
					`t${index}`,
					{
						produces: [`v${index}`],
						consumes: index === 0 ? [] : [...new Set(olds.map(old => `v${old % index}`))],
						category: index % 9 === 8 ? 'teardown' : null,
					},
				]),
			),
		),
	);
