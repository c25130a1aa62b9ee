import {isObject} from '../../inference/json-value.ts';
import type {ApiModel} from '../kinds/analyse-api.ts';
import type {Kind} from '../kinds/kind.ts';
import {formOf} from '../model/answer-form.ts';
import type {PlanOperation} from '../model/operation.ts';
import {below, entry} from '../model/pointer.ts';

/** A value of the first record of a list. */
export type ListedValue = {shownBy: PlanOperation; kind: Kind; list: string; pointer: string};

/**
 * Where a value stands that only the application knows, such as its permissions: in a record that is there, where the
 * field is required; else it is left out (null). Undefined: any value will do, or the document shows one.
 */
export function applicationValue(
	api: ApiModel,
	operation: PlanOperation,
	place: string,
): ListedValue | null | undefined {
	const [, name] = /^body:\$\.(\w+)$/.exec(place) ?? [];
	if (name === undefined || !isOfApplication(name)) return undefined;
	const body = api.schemas.view(operation.endpoint.body?.schema);
	const view = api.schemas.view(body.properties.get(name));
	const items = api.schemas.view(view.items);
	const isShown = [view, items].some(
		({enum: options, words}) => options !== null || 'example' in words || 'examples' in words || 'default' in words,
	);
	if (isShown || isObject(operation.endpoint.body?.sample)) return undefined;
	if (!body.required.has(name)) return null;
	const kind = api.kindMadeBy(operation) ?? api.kindAt(operation);
	const form = kind?.list ? formOf(api.schemas, kind.list) : null;
	if (!kind?.list || form?.form !== 'list') return undefined;
	const shown = api.schemas.view(form.view.properties.get(name));
	if (![...view.types].some(type => shown.types.has(type))) return undefined;
	return {shownBy: kind.list, kind, list: form.pointer, pointer: below(entry(form.pointer, 0), name)};
}

/** Fields whose values an application has made up itself: no text of anybody else's is one of them. */
const isOfApplication = (name: string): boolean =>
	/^(?:permissions?|scopes?|privileges?|capabilit(?:y|ies)|entitlements?|features?|event_?types?|events)$/i.test(name);
