import type {ChangeOperation} from '../../../contract/change-operation.ts';
import type {PlanId, ProjectId} from '../../../contract/ids.ts';
import {familyOfPath} from '../../domain/endpoint-path.ts';
import type {PlanRowTable} from '../../store/plans/plan-tables.ts';
import {expectationsOf} from '../expectations.ts';

type NewRow = Extract<ChangeOperation, {op: 'row.add'}>['row'];

/** A row that somebody has added by words. It gets its place when it is stored. */
export function customRow(
	{category, title, description, expectedBehavior, priority, endpointId, kind, recipe}: NewRow,
	{id, projectId, planId, type}: {id: string; projectId: ProjectId; planId: PlanId; type: PlanRowTable['type']},
): PlanRowTable {
	const own = recipe && {
		...recipe,
		id: `rcp_${id.slice(id.indexOf('_') + 1)}`,
		template: 'custom',
		title,
		source: {...recipe.source, planId, rowId: id},
	};
	return {
		id,
		project_id: projectId,
		plan_id: planId,
		key: id,
		endpoint_id: endpointId,
		method: own?.endpoint.method ?? null,
		path: own?.endpoint.path ?? null,
		feature: own ? familyOfPath(own.endpoint.path) : '',
		type,
		template: 'custom',
		kind: kind ?? own?.kind ?? 'endpoint',
		category,
		title,
		description,
		expected: expectedBehavior ?? (own ? expectationsOf(own) : ''),
		priority: priority ?? 'p2',
		selected: 1,
		phase: own?.phase ?? 'normal',
		place: 0,
		captures: JSON.stringify(own?.produces ?? []),
		consumes: JSON.stringify(own?.consumes ?? []),
		steps: null,
		shape_source: 'none',
		edited: JSON.stringify(['title', 'description', 'expectedBehavior', 'category', 'priority', 'recipe']),
		recipe: own && JSON.stringify(own),
		test_id: null,
		removed: null,
		rev: 0,
	};
}
