import type {Ref} from '../../contract/fields.ts';
import {pushTo} from './push-to.ts';

/** Made up anew for each run; a variable of the environment of the same name wins. */
const madeUpVariables = ['NOW', 'TODAY', 'RANDOM', 'UUID', 'RUN_ID'] as const;

type PlanOfProject = {id: string; name: string; produces: readonly string[]; consumes: readonly string[]};

/**
 * What the plans of a project need of one another: of the `VAR_` names that a plan uses those that the environment does
 * not have and that another plan hands on. A name that nobody has is no edge: the step that uses it says so when it is
 * reached. `elsewhere` names who hands it on, for a batch without that test: "producers are not added".
 */
export function needsOfPlans<Test extends PlanOfProject>(
	tests: readonly Test[],
	environmentKeys: ReadonlySet<string>,
): Array<Test & {elsewhere: Record<string, Ref>}> {
	const known = new Set<string>([...environmentKeys, ...madeUpVariables]);
	const producers = new Map<string, Test[]>();
	for (const test of tests) for (const name of test.produces) pushTo(producers, name, test);
	return tests.map(test => {
		const elsewhere: Record<string, Ref> = {};
		for (const name of test.consumes) {
			const producer = (producers.get(name) ?? []).find(({id}) => id !== test.id);
			if (producer && !known.has(name)) elsewhere[name] = {testId: producer.id, title: producer.name};
		}
		return {...test, consumes: Object.keys(elsewhere), elsewhere};
	});
}
