import {mkdirSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {openApiDocument} from '../service/http/openapi.ts';
import {commands} from '../source/commands/index.ts';
import {isGroup, type Node} from '../source/commands/tree.ts';
import {completionName, shells} from '../source/completion/completion-tree.ts';
import {helpFor} from '../source/help/help.ts';
import {topicText} from '../source/help/help-topics.ts';
import {helpPageName, topicPageName} from '../source/help/prepared-texts.ts';

/** Writes the help page of every command and topic, the completion scripts, and the document of the API. @param docs folder of the documentation */
export async function prepareTexts(folder: string, version: string, docs: URL): Promise<void> {
	mkdirSync(folder, {recursive: true});
	const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
	const writePages = async (path: readonly string[], node: Node): Promise<void> => {
		write(helpPageName(path), await helpFor(path, node));
		if (!isGroup(node)) return;
		for (const [word, child] of Object.entries(node.children)) await writePages([...path, word], child);
	};
	await writePages([], commands);
	for (const topic of Object.keys(commands.topics ?? {})) write(topicPageName(topic), topicText(topic, docs));
	write('openapi.json', JSON.stringify(openApiDocument(version)));
	// As the command tree does, which keeps it out of the other chunks.
	const {madeScript} = await import('../source/commands/made-script.ts');
	for (const shell of shells) write(completionName(shell), await madeScript(shell, version));
}
