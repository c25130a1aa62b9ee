import type {Target} from '../../../source/plan-language/reading.ts';
import type {LookElement} from '../page/look.ts';
import {fold} from '../page/words.ts';

/**
 * Elements that a selector hint means: test id, role (`button` or `button[name="Save"]`), text, and CSS; of its simple
 * forms (`#id`, `.class`, `tag`, `[attribute=value]`, alone or together) a look tells, of others the browser has told.
 */
export function bySelector(
	selector: NonNullable<Target['selector']>,
	elements: LookElement[],
	options: {testIdAttributes: string[]; expand(text: string): string},
): LookElement[] {
	const value = options.expand(selector.value);
	switch (selector.by) {
		case 'testid':
			return elements.filter(element =>
				[...options.testIdAttributes, ...Object.keys(element.testIds)].some(name => element.testIds[name] === value),
			);
		case 'role': {
			const parts = /^([\w ]+?)\s*(?:\[name=["']?(.*?)["']?\]|["'](.*)["'])?$/.exec(value);
			const name = parts?.[2] ?? parts?.[3];
			return elements.filter(
				element => element.role === parts?.[1] && (name === undefined || fold(element.name) === fold(name)),
			);
		}
		case 'text':
			return elements.filter(element => element.text === value || element.name === value);
		case 'css': {
			const matches = simpleCss(value);
			return elements.filter(element => element.selected?.includes(value) === true || matches?.(element) === true);
		}
	}
}

/** Null: not one of the simple forms; the browser is asked for those with each look. */
export function simpleCss(selector: string): ((element: LookElement) => boolean) | null {
	const pattern = /^([a-z][\w-]*)|#([\w-]+)|\.([\w-]+)|\[([\w-]+)(?:=["']?([^"'\]]*)["']?)?\]/gi;
	const tests: Array<(element: LookElement) => boolean> = [];
	let rest = selector.trim();
	while (rest !== '') {
		pattern.lastIndex = 0;
		const match = pattern.exec(rest);
		if (match?.index !== 0) return null;
		const [all, tag, id, name, attribute, value] = match;
		if (tag) tests.push(element => element.tag === tag.toLowerCase());
		if (id) tests.push(element => element.id === id);
		if (name) tests.push(element => element.classes.includes(name));
		if (attribute) tests.push(element => hasAttribute(element, attribute, value));
		rest = rest.slice(all.length);
	}
	return tests.length === 0 ? null : element => tests.every(test => test(element));
}

function hasAttribute(element: LookElement, attribute: string, value: string | undefined): boolean {
	const known: Record<string, string | null> = {
		id: element.id,
		name: element.nameAttribute,
		title: element.title,
		placeholder: element.placeholder,
		alt: element.alt,
		href: element.href,
		type: element.type,
		...element.testIds,
	};
	const actual = known[attribute] ?? null;
	return actual !== null && (value === undefined || actual === value);
}
