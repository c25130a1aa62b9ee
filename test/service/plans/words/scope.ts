import {instructionInWords, readInstruction} from '../../../../service/cleanup/cleanup-instruction.ts';
import {analyseApi} from '../../../../service/plans/kinds/analyse-api.ts';
import type {MadeRow} from '../../../../service/plans/plan-rows.ts';
import type {Scope, Subject} from '../../../../service/plans/words/subject.ts';
import {planOf, shop} from '../shop-plan.ts';

const document = shop();
const plan = planOf(document);
const api = analyseApi(document);

const subjectOf = (row: MadeRow, id: string): Subject => ({
	id,
	testId: null,
	endpointId: row.endpointId,
	method: row.method,
	path: row.path,
	family: row.feature,
	summary: document.endpoints.find(({endpointId}) => endpointId === row.endpointId)?.summary ?? '',
	category: row.category,
	priority: row.priority,
	status: null,
	kind: row.kind,
	template: row.template,
	title: row.title,
	description: row.description,
	selected: row.selected,
	produces: row.recipe.produces,
	consumes: row.recipe.consumes,
	recipe: {...row.recipe, id: `rcp_${id}`},
});

const rows = plan.rows.map((row, place) => subjectOf(row, `row_${place + 1}`));

/** The plan of the demo shop, or one test or chain of it, as sentences are read against it. */
export function scopeOf(at: Scope['at'], key?: string): Scope {
	const place = plan.rows.findIndex(row => row.key === key);
	if (key !== undefined && place < 0) throw new Error(`no row ${key}`);
	return {
		at,
		subjects: key === undefined ? rows : [{...rows[place]!, id: 'tst_1', testId: 'tst_1'}],
		all: rows,
		endpoints: document.endpoints.map(({endpointId, method, path, summary}) => ({
			endpointId,
			method,
			path,
			summary: summary ?? '',
		})),
		edges: api.edges
			.filter(({producer}) => producer !== null)
			.map(({consumer, place, variable}) => ({endpointId: consumer.endpoint.endpointId, place, variable})),
		cleanupRule(instruction) {
			const read = readInstruction(instruction);
			return read && instructionInWords(read);
		},
	};
}
