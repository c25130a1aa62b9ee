import {stepsOf} from '../code/draft.ts';
import {each, readPointer} from '../code/pointer.ts';
import {activeAsserts} from '../code/references.ts';
import {isRuledOut, ruledOutValue} from '../code/ruled-out.ts';
import {typesOf} from '../code/value-rules.ts';
import type {Assert, Check, Json, JsonSchema, Recipe, Step} from '../recipe.ts';
import {noSuchRoute, type ScriptedAnswer, type ScriptedStep, type Source} from './script.ts';
import {entryKey} from '../code/access.ts';
import {path, put} from './answer-places.ts';

/** The same script with the first check of a recipe broken: a test written from it has to fail. */
export function breakingScript(recipe: Recipe, script: readonly ScriptedStep[]): ScriptedStep[] | null {
	const own = stepsOf(recipe).filter(({role}) => role !== 'setup');
	const step = [...own, ...stepsOf(recipe)].find(candidate => activeAsserts(candidate).length > 0);
	const assert = step && firstOf(step);
	if (!step || !assert) return null;
	return script.map(one =>
		one.id === step.id ? {...one, answer: broken(assert.check, structuredClone(one.answer))} : one,
	);
}

/** The status is looked at first, wherever it stands. */
const firstOf = (step: Step): Assert | undefined => {
	const asserts = activeAsserts(step);
	return asserts.find(({check}) => check.type === 'status') ?? asserts[0];
};

function broken(check: Check, answer: ScriptedAnswer): ScriptedAnswer {
	switch (check.type) {
		case 'status':
			return {
				...answer,
				status: check.oneOf.some(status => String(status).startsWith('2')) ? 500 : 200,
				isEmpty: false,
			};
		case 'noServerError':
			return {...answer, status: 500};
		case 'noTrace':
			return {...answer, status: 500, text: 'Traceback (most recent call last)'};
		case 'noSecret':
			return {...answer, text: '{"password": "letmein99"}'};
		case 'unlike':
			return {...answer, text: noSuchRoute};
		case 'contentType':
			return {...answer, headers: {...answer.headers, 'Content-Type': 'text/html'}};
		case 'latency':
			return {...answer, seconds: check.ms / 1000 + 60};
		case 'header': {
			const {[check.name]: _, ...headers} = answer.headers;
			return {...answer, headers, names: null, matching: []};
		}
		case 'shape':
			if (isRuledOut(check.schema)) {
				const {not} = check.schema;
				for (const [name, {const: value}] of Object.entries(not.properties ?? {}))
					answer.changes.push({do: 'set', path: [...path(check.pointer), name], source: {from: 'value', value}});
				if (not.properties) return answer;
			}
			answer.changes.push({
				do: 'set',
				path: path(check.pointer),
				source: {
					from: 'value',
					value: isRuledOut(check.schema) ? ruledOutValue(check.schema) : wrongFor(check.schema),
				},
			});
			return answer;
		case 'equals':
		case 'sameAs':
			answer.changes.push({do: 'set', path: path(check.pointer), source: {from: 'value', value: {another: 'value'}}});
			return answer;
		case 'contains': {
			const [own] = answer.changes.filter(change => change.do === 'add' || change.do === 'clear');
			if (!own) return answer;
			if (check.present) return {...answer, changes: [...answer.changes, {do: 'clear', list: own.list}]};
			const key = readPointer(check.list).includes(each)
				? path(readPointer(check.list).slice(readPointer(check.list).indexOf(each) + 1))
				: [entryKey(check.handle)];
			const source: Source =
				check.handle.is === 'step'
					? {from: 'answer', step: check.handle.step, path: path(check.handle.pointer)}
					: {from: 'value', value: null};
			return {...answer, changes: [...answer.changes, {do: 'add', list: own.list, key, source}]};
		}
		case 'every':
			answer.changes.push({
				do: 'set',
				path: [...path(check.list), '*', ...path(check.field)],
				source: {from: 'value', value: check.op === '=' ? 'another value' : check.op === '<=' ? 1e15 : -1e15},
			});
			return answer;
		case 'content':
			return {...answer, isSentBack: false, text: 'other bytes'};
		case 'ordered': {
			if (check.among) {
				// Neither upwards nor downwards.
				for (const place of [0, 1, 2])
					answer.changes.push({
						do: 'set',
						path: [...path(check.list), place, ...path(check.by)],
						source: {from: 'value', value: check.isText ? (place === 1 ? 'a' : 'b') : place === 1 ? 1 : 2},
					});
				return answer;
			}
			const list = ['a', 'b'].map(key => put({}, readPointer(check.by), key));
			answer.changes.push({
				do: 'set',
				path: path(check.list),
				source: {from: 'value', value: check.descending ? list : list.reverse()},
			});
			return answer;
		}
		case 'pages':
			return {...answer, pages: answer.pages && {...answer.pages, tooLong: true}};
	}
}

const wrongFor = (schema: JsonSchema): Json =>
	typesOf(schema).includes('object') ? {} : typesOf(schema).includes('array') ? {} : [];
