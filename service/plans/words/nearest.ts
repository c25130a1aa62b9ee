import {distance} from 'fastest-levenshtein';
import {answerPointers, mainStep, sentPlaces} from './fields.ts';
import type {Form, Scope} from './subject.ts';
import {endpointsOf, stems, targetsOf} from './targets.ts';

const most = 3;
/** They say nothing about what is wanted. */
const little = new Set('the a an to in is of it and or be has have must for from at that with on as'.split(' '));

/** The three forms that are nearest to a sentence, with its own words in the place of the dots. */
export function nearestForms(sentence: string, forms: readonly Form[], scope: Scope): string[] {
	const said = sentence
		.toLowerCase()
		.split(/[^a-z0-9_/.$-]+/)
		.filter(word => word !== '' && !little.has(word));
	const subject = ownWords(sentence, scope);
	const field = ownField(said, scope);
	const status = /\b[1-5]\d\d\b/.exec(sentence)?.[0];
	const ranked = forms
		.filter(({example}) => scope.at !== 'plan' || !/step|at the end/.test(example))
		.map((form, place) => ({form, place, score: likeness(said, form.example)}))
		.sort((one, other) => other.score - one.score || one.place - other.place);
	const examples = ranked.map(({form}) => filled(form.example, {subject, field, status}));
	return [...new Set(examples)].slice(0, most);
}

/** How many words of the form are said, nearly or exactly; verbs count most, for they come first. */
function likeness(said: readonly string[], example: string): number {
	const words = example
		.toLowerCase()
		.split(/[^a-z0-9_]+/)
		.filter(word => word.length > 1 && !little.has(word));
	if (words.length === 0) return 0;
	const near = words.map((word, place) => {
		const best = Math.max(0, ...said.map(one => 1 - distance(one, word) / Math.max(one.length, word.length)));
		return (best > 0.7 ? best : 0) * (place === 0 ? 2 : 1);
	});
	return near.reduce((sum, one) => sum + one, 0) / (words.length + 1);
}

/** The longest run of words that names tests, an endpoint, or else the sentence without its first word. */
function ownWords(sentence: string, scope: Scope): string {
	const words = sentence.split(' ');
	for (let length = Math.min(words.length, 6); length > 0; length--)
		for (let start = 0; start + length <= words.length; start++) {
			const run = words.slice(start, start + length);
			const part = run.join(' ');
			if (stems(part).length === 0 || little.has(run[0]!) || little.has(run.at(-1)!)) continue;
			const found = targetsOf(part, {...scope, at: 'plan'}, scope.all);
			if ((found.length > 0 && found.length < scope.all.length) || endpointsOf(part, scope).length > 0) return part;
		}
	return words.length > 1 ? words.slice(1).join(' ') : sentence;
}

function ownField(said: readonly string[], {subjects}: Scope): string | null {
	const names = new Set(
		subjects.flatMap(({recipe}) => {
			if (!recipe) return [];
			const step = mainStep(recipe);
			return [...sentPlaces(step).map(({at}) => at.pointer), ...answerPointers(step)].map(pointer =>
				pointer.replace(/^.*[.\]$]/, ''),
			);
		}),
	);
	return [...names].find(name => name !== '' && said.includes(name.toLowerCase())) ?? null;
}

/** The example in the words of the sentence. */
function filled(
	example: string,
	{subject, field, status}: {subject: string; field: string | null; status: string | undefined},
): string {
	let text = example.replaceAll('…', subject);
	if (field !== null) text = text.replace(/\b(?:quantity|updatedAt|sku|note|total|code|email)\b/, field);
	if (status !== undefined) text = text.replace(/\b[245]\d\d\b/, status);
	return text;
}
