import {afterAll, beforeAll} from 'vitest';
import {renderTest} from '../../../../service/plans/code/render-test.ts';
import {createGate} from '../../../../service/plans/gate/gate.ts';
import {codeWarnings} from '../../../../source/test-code/code-warnings.ts';
import type {MadePlan, MadeRow} from '../../../../service/plans/plan-rows.ts';
import type {Recipe} from '../../../../service/plans/recipe.ts';
import {createBackendBench} from '../../../helpers/backend-bench.ts';
import {type Desk, type Fault, openDesk, tokens} from './desk.ts';

/** Rows of a plan of the desk, run as they would be: with what their producers give, on a desk of their own. */
export function createRowBench(plan: MadePlan) {
	const bench = createBackendBench();
	const codes = new Map(plan.rows.map(({key, recipe}) => [key, renderTest({...recipe, id: 'rcp_1'} as Recipe)]));
	let open: {desk: Desk; url: string; close(): Promise<void>};
	let runs = 0;
	beforeAll(async () => {
		open = await openDesk();
	});
	afterAll(() => open.close());

	const rowOf = (key: string): MadeRow => {
		const row = plan.rows.find(one => one.key === key);
		if (!row) throw new Error(`no row ${key} among ${plan.rows.map(one => one.key).join(', ')}`);
		return row;
	};

	const execute = (key: string, variables: Record<string, unknown>) =>
		bench.run(codes.get(key)!, {
			targetUrl: open.url,
			runTag: (++runs).toString(16).padStart(8, '0'),
			auth: {
				type: 'Bearer token',
				credential: tokens.owner,
				headers: {Authorization: `Bearer ${tokens.owner}`},
				extraHeaders: {},
			},
			environment: {OTHER_USER: `Bearer ${tokens.other}`, LESSER_ROLE: `Bearer ${tokens.reader}`},
			variables: variables as never,
			produces: rowOf(key).recipe.produces,
		});

	/** Runs a row behind the rows that make what it takes; gives its verdict with the message. */
	async function verdictOf(key: string, fault: Fault | null): Promise<string> {
		open.desk.reset(null);
		const variables: Record<string, unknown> = {};
		const made = new Set<string>();
		const make = async (own: string): Promise<void> => {
			for (const name of rowOf(own).recipe.consumes) {
				const producer = plan.rows.find(({recipe}) => recipe.produces.includes(name));
				if (!producer || made.has(producer.key)) continue;
				made.add(producer.key);
				await make(producer.key);
				const outcome = await execute(producer.key, variables);
				for (const {name: variable, value} of outcome.captures) variables[variable] = value;
			}
		};
		await make(key);
		open.desk.fault = fault;
		const {status, error} = await execute(key, variables);
		return status === 'passed' ? 'passed' : `${status}: ${error}`;
	}

	const gate = createGate({
		runner: {run: job => bench.runner.run(job)},
		newId: () => `gate-${runs++}`,
		warningsOf: codeWarnings,
	});

	/** What the gate refuses of the plan. */
	async function rejections() {
		const available = new Set(plan.rows.flatMap(({recipe}) => recipe.produces));
		const verdicts = await gate(
			plan.rows.map(({key, recipe}) => ({
				id: key,
				name: key,
				source: codes.get(key)!,
				recipe: {...recipe, id: 'rcp_1'} as Recipe,
				available,
				secrets: [],
			})),
		);
		return verdicts.filter(({rejection}) => rejection !== null);
	}

	return {codes, rowOf, verdictOf, rejections};
}
