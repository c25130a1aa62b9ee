import {readFileSync} from 'node:fs';

/** The page of the documentation that a topic shows. The build prepares the texts; a package has no `docs/`. */
const pages: Readonly<Record<string, string>> = {runtime: 'writing-tests.md'};

/** A page as a terminal shows it: examples indented instead of fenced, titles underlined, no marks around words. */
export function topicText(topic: string, docs = new URL('../../docs/', import.meta.url)): string {
	const lines: string[] = [];
	let isCode = false;
	for (const line of readFileSync(new URL(pages[topic] ?? '', docs), 'utf8').split('\n')) {
		if (line.startsWith('```')) isCode = !isCode;
		else if (isCode) lines.push(line === '' ? '' : `    ${line}`);
		else if (/^#+ /.test(line)) {
			const title = line.replace(/^#+ /, '');
			lines.push(title, (line.startsWith('## ') ? '-' : '=').repeat(title.length));
		} else lines.push(line.replaceAll('`', ''));
	}
	return lines.join('\n');
}
