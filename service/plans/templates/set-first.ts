import type {ApiModel} from '../kinds/analyse-api.ts';
import type {PlanOperation} from '../model/operation.ts';
import type {Call, RecipeSafety, Step, Value} from '../recipe.ts';
import {succeeds} from './asserts.ts';
import type {PlanContext} from './context.ts';
import {briefOf} from './operation-words.ts';
import type {RequestOptions, StepOptions} from './recipe-options.ts';

/** A row that is being made. */
type Draft = {
	readonly context: PlanContext;
	readonly steps: readonly Step[];
	safety: RecipeSafety;
	step(options: StepOptions): Step;
	request(operation: PlanOperation, options: RequestOptions): Call;
};

/**
 * Sets what a read is about to show, where nothing is there before: `PUT /warehouses/{code}/stock/{sku}` before its GET. Only
 * between records of the run, and once for a row.
 */
export function setFirst(draft: Draft, call: Call): void {
	const {auth, operation, path} = call;
	if (operation.method !== 'GET' || auth !== 'project' || !operation.path.endsWith('}')) return;
	const setter = Object.values(path).every(isOfRun) ? setterOf(draft.context.api, operation.path) : null;
	if (!setter) return;
	const isSet = draft.steps.some(
		({call: made}) =>
			made.operation.path === operation.path &&
			made.operation.method === setter.method &&
			JSON.stringify(made.path) === JSON.stringify(path),
	);
	if (isSet) return;
	draft.step({
		id: `set_${draft.steps.length}`,
		title: briefOf(setter),
		role: 'setup',
		call: draft.request(setter, {path}),
		asserts: [succeeds(setter)],
	});
	draft.safety = 'own_records';
}

/** Made by the run, by this row or one before it; what a list has shown is somebody else's. */
const isOfRun = (value: Value): boolean =>
	value.is === 'variable' || (value.is === 'step' && !value.step.startsWith('borrow_'));

/** What sets what a read shows, where nobody makes it and no list has any: the path names other records alone. */
function setterOf(api: ApiModel, path: string): PlanOperation | null {
	const reader = api.operations.find(one => one.method === 'GET' && one.path === path);
	const kind = reader && api.kindAt(reader);
	if (!kind || kind.reader !== reader || kind.creator !== null || kind.list !== null) return null;
	return kind.updaters.find(one => one.method === 'PUT' && one.path === path && one.endpoint.body !== null) ?? null;
}
