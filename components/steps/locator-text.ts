import type {Locator} from '../../contract/script.ts';

/** A locator as a person says it: `button "Save" in the row "A-1002"`. */
export function locatorText({by, value, role, attribute, within, nth}: Locator): string {
	const what =
		by === 'role'
			? `${role ?? 'element'} "${value}"`
			: by === 'testid'
				? `${attribute ?? 'data-testid'}="${value}"`
				: `${by} "${value}"`;
	const places = within.map(scope => {
		const [[kind, name] = ['', '']] = Object.entries(scope);
		return ` in the ${kind} "${name}"`;
	});
	return `${what}${nth === undefined ? '' : `, number ${nth + 1}`}${places.reverse().join('')}`;
}
