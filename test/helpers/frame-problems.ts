import {cellWidth} from '../../source/terminal/cell-text.ts';

type Shown = {lines: readonly string[]; columns: number; rows: number};

/** Words that only a mistake of the program puts on a screen. */
const mistakes = /\bundefined\b|\bNaN\b|\[object |Cannot read|is not a function|is not iterable|Invalid Date/;

/**
 * What is wrong with a screen at first sight, whatever screen it is: lines missing, head or foot gone, boxes that are
 * not closed, words that only a mistake can have written.
 */
export function frameProblems({lines, columns, rows}: Shown): string[] {
	const problems: string[] = [];
	if (lines.length !== rows) problems.push(`${lines.length} lines on ${rows} rows`);
	const mistake = mistakes.exec(lines.join('\n'));
	if (mistake) problems.push(`it says "${mistake[0]}"`);
	const wide = lines.find(line => cellWidth(line) > columns);
	if (wide) problems.push(`a line of ${cellWidth(wide)} cells on ${columns} columns: ${wide}`);
	if (columns < 60 || rows < 16) {
		if (rows > 2 && !lines.join('\n').includes('svc needs at least'))
			problems.push('it does not say that it is too small');
		return problems;
	}
	problems.push(...boxProblems(lines));
	const isBare = !/^ svc {3}/.test(lines[0] ?? '');
	if (isBare) return problems;
	if (!/default @ local/.test(lines.at(-1) ?? '')) problems.push('the status line is gone');
	if ((lines.at(-2) ?? '').trim() === '') problems.push('the footer is empty');
	return problems;
}

/** Characters by cell; the second cell of a wide one is empty. */
export function cellsOf(line: string): string[] {
	const cells: string[] = [];
	for (const {segment} of new Intl.Segmenter().segment(line)) {
		cells.push(segment);
		for (let extra = cellWidth(segment); extra > 1; extra--) cells.push('');
	}
	return cells;
}

type Box = {left: number; top: number; right: number; bottom: number; problem: string | null};

/**
 * Boxes: every upper left corner belongs to a closed rectangle, unless a closed one lies over it. Arrows of a list have
 * no `─` after theirs.
 */
function boxProblems(lines: readonly string[]): string[] {
	const cells = lines.map(cellsOf);
	const boxes = cells.flatMap((row, top) =>
		row.flatMap((corner, left) => (corner === '╭' && row[left + 8] === '─' ? [boxAt(cells, top, left)] : [])),
	);
	const closed = boxes.filter(({problem}) => problem === null);
	const isCovered = (box: Box) =>
		closed.some(
			({left, right, top, bottom}) => left <= box.right && right >= box.left && top <= box.bottom && bottom >= box.top,
		);
	return boxes.flatMap(box =>
		box.problem === null || isCovered(box)
			? []
			: [`the box at ${box.left + 1},${box.top + 1} ${box.problem}: ${lines[box.bottom]}`],
	);
}

function boxAt(cells: readonly (readonly string[])[], top: number, left: number): Box {
	let right = left + 1;
	while (cells[top]?.[right] === '─') right++;
	if (cells[top]?.[right] !== '╮') return {left, top, right, bottom: top, problem: 'has no right corner'};
	let bottom = top + 1;
	while (cells[bottom]?.[left] === '│' && cells[bottom]?.[right] === '│') bottom++;
	const isClosed = cells[bottom]?.[left] === '╰' && cells[bottom]?.[right] === '╯';
	return {left, top, right, bottom, problem: isClosed ? null : `is open at line ${bottom + 1}`};
}
