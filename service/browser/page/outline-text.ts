import type {Look, LookElement} from './look.ts';

const mostLines = 3000;
/** Boxes without a name say nothing; what is in them does. */
const silent = new Set(['generic', 'none', 'presentation', 'rowgroup']);

/** The page as an outline of roles, names, states and values, two blanks a level: what people and agents read of it. */
export function outlineText({elements}: Look): string {
	const depths: number[] = [];
	const lines: string[] = [];
	for (const element of elements) {
		const above = element.parent === null ? 0 : (depths[element.parent] ?? 0);
		const isSilent = silent.has(element.role) && element.name === '' && element.text === '';
		depths[element.index] = above + (isSilent ? 0 : 1);
		if (isSilent) continue;
		if (lines.length >= mostLines) {
			lines.push('…');
			break;
		}
		lines.push(`${'  '.repeat(above)}- ${lineOf(element)}`);
	}
	return lines.join('\n');
}

function lineOf(element: LookElement): string {
	const {role, name, text, value, level, states} = element;
	if (role === 'text') return `text: ${text || name}`;
	const said = [
		...(level === null ? [] : [`level=${level}`]),
		...Object.entries(states).flatMap(([state, is]) =>
			is === undefined || is === false || state === 'active' ? [] : [is === true ? state : `${state}=${is}`],
		),
	];
	const words = [role, ...(name ? [JSON.stringify(name)] : []), ...said.map(state => `[${state}]`)].join(' ');
	const shown = value ?? (text !== '' && text !== name ? text : '');
	return shown ? `${words}: ${shown}` : words;
}
