import {readFileSync} from 'node:fs';
import process from 'node:process';
import {codeWarnings} from '../../../source/test-code/code-warnings.ts';
import {renderTest} from '../../../service/plans/code/render-test.ts';
import {analyseApi} from '../../../service/plans/kinds/analyse-api.ts';
import type {PlanEndpoint} from '../../../service/plans/model/plan-endpoint.ts';
import {planRows} from '../../../service/plans/plan-rows.ts';
import {type EdgeFigures, edgeFigures, type EdgeTruth} from './edge-figures.ts';
import {readPlanEndpoints} from './read-plan-endpoints.ts';

export {pythonProblems} from './code/python-check.ts';

/** Endpoints as text: a schema that several answers share stands once, as it does in the store. */
export function packEndpoints(bytes: Uint8Array): string {
	const names = new Map<unknown, number>();
	const shapes: unknown[] = [];
	const endpoints = readPlanEndpoints(bytes).map(endpoint => ({
		...endpoint,
		answers: endpoint.answers.map(answer => {
			if (answer.schema === null || answer.schema === undefined) return answer;
			if (!names.has(answer.schema)) names.set(answer.schema, shapes.push(answer.schema) - 1);
			return {...answer, schema: names.get(answer.schema)};
		}),
	}));
	return JSON.stringify({endpoints, shapes});
}

function unpackEndpoints(text: string): PlanEndpoint[] {
	const {endpoints, shapes} = JSON.parse(text) as {endpoints: PlanEndpoint[]; shapes: unknown[]};
	return endpoints.map(endpoint => ({
		...endpoint,
		answers: endpoint.answers.map(answer => ({
			...answer,
			schema: typeof answer.schema === 'number' ? shapes[answer.schema] : answer.schema,
		})),
	}));
}

export type DocumentFigures = {
	operations: number;
	rows: number;
	/** CPU seconds of analysis and plan, and of the code of all rows. */
	plan: number;
	code: number;
	/** Most memory that the process had, in MB. */
	memory: number;
	/** Key of the row → its text. */
	texts: Record<string, string>;
	/** Texts that the service itself warns of, a document's own example passwords left aside. */
	warned: string[];
	edges: EdgeFigures | null;
};

const secondsSince = (start: NodeJS.CpuUsage): number => {
	const {user, system} = process.cpuUsage(start);
	return (user + system) / 1e6;
};

/** In MB. `maxRSS` would be that of the process that started this one where that is the larger one. */
const peakMemory = (): number => Number(/VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]) / 1024;

/**
 * Plans an API and writes the code of every row.
 *
 * @param isWhole values of the environment are given for everything that asks for one, so that no row is left out
 */
export function documentFigures(packed: string, isWhole: boolean, truth: EdgeTruth | null = null): DocumentFigures {
	const endpoints = unpackEndpoints(packed);
	const planned = process.cpuUsage();
	const api = analyseApi({endpoints});
	const environment = new Set(isWhole ? api.edges.flatMap(({environmentKey: key}) => key ?? []) : []);
	const {rows} = planRows({planId: 'pln_1', seed: 'seed', environment, hasCredential: true, api, endpoints});
	const plan = secondsSince(planned);
	const written = process.cpuUsage();
	const texts = rows.map(({key, recipe}) => [key, renderTest({...recipe, id: 'rcp_1'})] as const);
	const code = secondsSince(written);
	const isLeak = (warning: string) => !warning.includes('a literal value for');
	return {
		operations: endpoints.length,
		rows: rows.length,
		plan,
		code,
		memory: peakMemory(),
		texts: Object.fromEntries(texts),
		warned: texts.flatMap(([key, text]) => (codeWarnings(text).some(isLeak) ? [key] : [])),
		edges: truth && edgeFigures(truth.document, api.edges, truth),
	};
}
