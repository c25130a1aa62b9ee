import type {ChangeOperation} from '../../../contract/change-operation.ts';
import {isDeepStrictEqual} from 'node:util';
import {readPointer, type Segment} from '../code/pointer.ts';
import {valuesIn} from '../code/references.ts';
import type {Assert, Body, Place, Recipe, Step, Value, Values} from '../recipe.ts';
import {renameInRecipe} from './rename-variable.ts';
import {UnfitOperation} from './unfit-operation.ts';

export type RecipeOperation = Extract<
	ChangeOperation,
	{
		op:
			| 'recipe.set'
			| `assert.${string}`
			| `capture.${string}`
			| 'variable.rename'
			| `step.${string}`
			| `teardown.${string}`
			| `case.${string}`
			| 'value.set';
	}
>;

const recipeOperations = /^(?:recipe|assert|capture|variable|step|teardown|case|value)\./;
export const changesRecipe = (operation: ChangeOperation): operation is RecipeOperation =>
	recipeOperations.test(operation.op);

/** The recipe after one operation; the one before stays as it is. Throws `UnfitOperation`. */
export function editRecipe(before: Recipe, operation: RecipeOperation): Recipe {
	if (operation.op === 'recipe.set') return {...operation.recipe, id: before.id, source: before.source};
	if (operation.op === 'variable.rename') return renameInRecipe(before, operation.from, operation.to);
	// As stored: a recipe that was just made can hold the same part twice, and only one of them is meant.
	const recipe = JSON.parse(JSON.stringify(before)) as Recipe;
	edit(recipe, operation);
	return declared(recipe);
}

function edit(recipe: Recipe, operation: Exclude<RecipeOperation, {op: 'recipe.set' | 'variable.rename'}>): void {
	switch (operation.op) {
		case 'assert.add': {
			const {asserts} = stepOf(recipe, operation.step);
			asserts.push({...operation.assert, id: freeId(operation.assert.id, asserts)});
			return;
		}
		case 'assert.set': {
			const {asserts} = stepOf(recipe, operation.step);
			asserts[placeOf(asserts, operation.assertId)] = operation.assert;
			return;
		}
		case 'assert.drop': {
			const {asserts} = stepOf(recipe, operation.step);
			asserts.splice(placeOf(asserts, operation.assertId), 1);
			return;
		}
		case 'capture.set': {
			const step = stepOf(recipe, operation.step);
			const known = step.captures.findIndex(({variable}) => variable === operation.capture.variable);
			if (known < 0) step.captures.push(operation.capture);
			else step.captures[known] = operation.capture;
			return;
		}
		case 'capture.drop': {
			const step = stepOf(recipe, operation.step);
			const kept = step.captures.filter(({variable}) => variable !== operation.variable);
			if (kept.length === step.captures.length)
				throw new UnfitOperation(`step ${operation.step} captures no ${operation.variable}`);
			step.captures = kept;
			return;
		}
		case 'step.add':
			if (allSteps(recipe).some(({id}) => id === operation.step.id))
				throw new UnfitOperation(`there is a step ${operation.step.id} already`);
			recipe.steps.splice(placeBeside(recipe.steps, operation), 0, operation.step);
			return;
		case 'step.drop':
			dropStep(recipe, operation.step);
			return;
		case 'step.move': {
			const step = stepOf(recipe, operation.step);
			recipe.steps = recipe.steps.filter(one => one !== step);
			recipe.steps.splice(placeBeside(recipe.steps, operation), 0, step);
			return;
		}
		case 'step.set': {
			const step = stepOf(recipe, operation.step);
			const {title, waitBeforeMs, repeat, auth} = operation;
			if (title !== undefined) step.title = title;
			if (waitBeforeMs !== undefined) step.waitBeforeMs = waitBeforeMs;
			if (auth !== undefined) step.call.auth = auth;
			if (repeat === undefined) return;
			if (repeat !== null) placeOf(step.asserts, repeat.untilAssert);
			step.repeat = repeat;
			return;
		}
		case 'case.drop': {
			const step = stepOf(recipe, operation.step);
			const kept = step.cases.filter(({name}) => name !== operation.name);
			if (kept.length === step.cases.length)
				throw new UnfitOperation(`step ${operation.step} has no case ${operation.name}`);
			// Without cases it would be one call with the plain request, which is another test.
			if (kept.length === 0) throw new UnfitOperation(`${operation.name} is the only case of step ${operation.step}`);
			const {differences = []} = operation;
			const place = step.cases.findIndex(({name}) => name === operation.name);
			if (differences.length > 0) step.left = [...(step.left ?? []), {case: step.cases[place]!, place, differences}];
			step.cases = kept;
			return;
		}
		case 'case.restore': {
			const step = stepOf(recipe, operation.step);
			const left = step.left?.findLast(one => one.case.name === operation.name);
			if (!left) throw new UnfitOperation(`no case ${operation.name} has left step ${operation.step}`);
			step.cases.splice(left.place, 0, left.case);
			const others = step.left!.filter(one => one !== left);
			if (others.length > 0) step.left = others;
			else delete step.left;
			return;
		}
		case 'teardown.add':
			if (allSteps(recipe).some(({id}) => id === operation.step.id))
				throw new UnfitOperation(`there is a step ${operation.step.id} already`);
			recipe.teardown.push(operation.step);
			return;
		case 'teardown.drop': {
			const kept = recipe.teardown.filter(({id}) => id !== operation.step);
			if (kept.length === recipe.teardown.length) throw new UnfitOperation(`no step ${operation.step} cleans up`);
			recipe.teardown = kept;
			return;
		}
		case 'value.set': {
			const step = stepOf(recipe, operation.step);
			const before = sentAt(step, operation.at);
			setValue(step, operation.at, operation.value);
			if (before !== null) followEchoes(recipe, operation.at.pointer, before, operation.value);
		}
	}
}

/** What a step sends at a place of its body or elsewhere; null: nothing, or not one value. */
function sentAt({call}: Step, {in: where, pointer}: Place): Value | null {
	if (where === 'status') return null;
	if (where !== 'body') return {path: call.path, query: call.query, header: call.headers}[where][pointer] ?? null;
	let value: Value | undefined = call.body && 'value' in call.body ? call.body.value : undefined;
	for (const part of readPointer(pointer)) {
		if (value?.is === 'object' && typeof part === 'string') value = value.fields[part];
		else if (value?.is === 'array' && typeof part === 'number') value = value.items[part];
		else return null;
	}
	return value ?? null;
}

/** An expectation that what was sent comes back is about what is sent now. */
function followEchoes(recipe: Recipe, pointer: string, before: Value, after: Value | 'absent'): void {
	const field = readPointer(pointer).at(-1);
	const isEcho = ({check}: Assert): boolean =>
		check.type === 'equals' && readPointer(check.pointer).at(-1) === field && isDeepStrictEqual(check.value, before);
	for (const step of allSteps(recipe)) {
		if (after === 'absent') step.asserts = step.asserts.filter(one => !isEcho(one));
		else
			for (const one of step.asserts)
				if (isEcho(one) && one.check.type === 'equals') one.check = {...one.check, value: after};
	}
}

export const allSteps = ({steps, teardown}: Pick<Recipe, 'steps' | 'teardown'>): Step[] => [...steps, ...teardown];

export function stepOf(recipe: Recipe, id: string): Step {
	const step = allSteps(recipe).find(one => one.id === id);
	if (!step) throw new UnfitOperation(`it has no step ${id}`);
	return step;
}

function placeOf(asserts: readonly Assert[], id: string): number {
	const place = asserts.findIndex(one => one.id === id);
	if (place < 0) throw new UnfitOperation(`it has no expectation ${id}`);
	return place;
}

function freeId(id: string, asserts: readonly Assert[]): string {
	let free = id;
	for (let number = 2; asserts.some(one => one.id === free); number++) free = `${id}-${number}`;
	return free;
}

function placeBeside(steps: readonly Step[], {before, after}: {before?: string; after?: string}): number {
	const beside = before ?? after;
	if (beside === undefined) return steps.length;
	const place = steps.findIndex(({id}) => id === beside);
	if (place < 0) throw new UnfitOperation(`it has no step ${beside}`);
	return before === undefined ? place + 1 : place;
}

/** Nothing may read an answer that is not there any more. */
function dropStep(recipe: Recipe, id: string): void {
	const step = stepOf(recipe, id);
	recipe.steps = recipe.steps.filter(one => one !== step);
	recipe.teardown = recipe.teardown.filter(one => one !== step);
	if (recipe.steps.length === 0) throw new UnfitOperation('a test needs a step');
	const lost = new Set(step.captures.map(({variable}) => variable));
	const needs = (value: Value): boolean =>
		(value.is === 'step' && value.step === id) || (value.is === 'variable' && lost.has(value.name));
	const reader = allSteps(recipe).find(one => [...valuesIn(one)].some(needs));
	if (reader) throw new UnfitOperation(`step "${reader.title}" needs the answer of "${step.title}"`);
	for (const one of allSteps(recipe))
		one.asserts = one.asserts.filter(({check}) => check.type !== 'sameAs' || check.step !== id);
}

function setValue(step: Step, {in: where, pointer}: Place, value: Value | 'absent'): void {
	const {call} = step;
	if (where === 'status') throw new UnfitOperation('a status is answered, not sent');
	if (where === 'body') {
		call.body = bodyWith(call.body, pointer, value);
		return;
	}
	const values = {path: call.path, query: call.query, header: call.headers}[where];
	if (where === 'path' && !(pointer in values))
		throw new UnfitOperation(`${call.operation.path} has no parameter ${pointer}`);
	if (where === 'path' && value === 'absent') throw new UnfitOperation('a path parameter cannot be left out');
	const name = where === 'header' ? (headerNamed(values, pointer) ?? pointer) : pointer;
	if (value === 'absent') {
		if (!(name in values)) throw new UnfitOperation(`nothing is sent as ${pointer}`);
		delete values[name];
	} else values[name] = value;
}

const headerNamed = (headers: Values, name: string): string | undefined =>
	Object.keys(headers).find(one => one.toLowerCase() === name.toLowerCase());

function bodyWith(body: Body | null, pointer: string, value: Value | 'absent'): Body | null {
	if (body && !('value' in body)) throw new UnfitOperation('its body is no JSON value');
	const parts = readPointer(pointer);
	if (parts.length === 0)
		return value === 'absent' ? null : {contentType: body?.contentType ?? 'application/json', value};
	const root: Value = structuredClone(body?.value ?? {is: 'object', fields: {}});
	put(root, parts, value, pointer);
	return {contentType: body?.contentType ?? 'application/json', value: root};
}

function put(container: Value, [part, ...rest]: Segment[], value: Value | 'absent', pointer: string): void {
	if (container.is === 'array') {
		if (typeof part === 'symbol') {
			for (const item of container.items) put(item, rest, value, pointer);
			return;
		}
		const place = Number(part);
		const item = container.items[place];
		if (!item) throw new UnfitOperation(`the body has no ${pointer}`);
		if (rest.length > 0) put(item, rest, value, pointer);
		else if (value === 'absent') container.items.splice(place, 1);
		else container.items[place] = value;
		return;
	}
	if (container.is !== 'object' || typeof part !== 'string') throw new UnfitOperation(`the body has no ${pointer}`);
	if (rest.length > 0) {
		if (value !== 'absent') container.fields[part] ??= {is: 'object', fields: {}};
		const next = container.fields[part];
		if (!next) throw new UnfitOperation(`the body has no ${pointer}`);
		put(next, rest, value, pointer);
		return;
	}
	if (value === 'absent') {
		if (!(part in container.fields)) throw new UnfitOperation(`the body has no ${pointer}`);
		delete container.fields[part];
	} else container.fields[part] = value;
}

/** What the steps give and need is what the recipe says that it gives and needs. */
export function declared(recipe: Recipe): Recipe {
	const captures = allSteps(recipe).flatMap(step => step.captures);
	const produces = [...new Set(captures.filter(({publish}) => publish).map(({variable}) => variable))];
	const own = new Set(captures.map(({variable}) => variable));
	const named = new Set<string>();
	const look = (part: unknown): void => {
		if (typeof part !== 'object' || part === null) return;
		if ('is' in part && part.is === 'variable' && 'name' in part) named.add(String(part.name));
		if ('is' in part && part.is === 'unique' && 'shape' in part)
			for (const [, name = ''] of String(part.shape).matchAll(/\{([A-Za-z_]\w*)\}/g))
				if (recipe.consumes.includes(name)) named.add(name);
		for (const inner of Object.values(part)) look(inner);
	};
	look(allSteps(recipe).map(({call, cases, asserts}) => ({call, cases, asserts})));
	return {...recipe, produces, consumes: [...named].filter(name => !own.has(name)).sort()};
}
