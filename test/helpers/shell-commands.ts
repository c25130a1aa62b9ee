/** One simple command of a shell line. */
export type ShellCommand = {
	/** Words without quotes; what a shell would fill in stays as it is written. */
	words: string[];
	/** Whether its exit code is the one of the line: it stands last, or the line ends with waiting for it. */
	decides: boolean;
	/** Followed by `&`. */
	isBackground: boolean;
};

/**
 * The simple commands of one line of POSIX shell, those inside of `$(…)` and of a quoted `sh -c '…'` too. Reads quotes,
 * pipes, lists, redirections and assignments; knows nothing of expansion.
 */
export function commandsOf(line: string): ShellCommand[] {
	const reader = {text: line, at: 0};
	const {commands, own} = readList(reader, '');
	const last = own.at(-1);
	for (const command of own) command.decides = last?.words[0] === 'wait' ? command.isBackground : command === last;
	return commands;
}

type Reader = {text: string; at: number};
type List = {commands: ShellCommand[]; own: ShellCommand[]};

/** @param end what closes the list: `)` of a substitution, or the end of the line */
function readList(reader: Reader, end: '' | ')'): List {
	const list: List = {commands: [], own: []};
	let words: string[] = [];
	const close = (isBackground = false) => {
		const command = {words: words.slice(words.findIndex(word => !isAssignment(word))), decides: false, isBackground};
		if (words.some(word => !isAssignment(word))) {
			list.own.push(command);
			list.commands.push(command);
			const [program, flag, script] = command.words;
			if (program === 'sh' && flag === '-c' && script) list.commands.push(...commandsOf(script).map(inner));
		}
		words = [];
	};
	while (reader.at < reader.text.length) {
		const rest = reader.text.slice(reader.at);
		const blank = /^\s+/.exec(rest)?.[0];
		const redirection = /^\d*(>>|>&\d?|>|<)\s*/.exec(rest)?.[0];
		const separator = /^(\|\||&&|[|;&])/.exec(rest)?.[0];
		if (blank) reader.at += blank.length;
		else if (end !== '' && rest.startsWith(end)) break;
		else if (rest.startsWith('#')) break;
		else if (redirection) {
			reader.at += redirection.length;
			if (!/&\d$/.test(redirection.trim())) readWord(reader, list.commands);
		} else if (separator) {
			reader.at += separator.length;
			close(separator === '&');
		} else {
			const before = reader.at;
			words.push(readWord(reader, list.commands));
			// A lone bracket is punctuation of the shell.
			if (reader.at === before) reader.at++;
		}
	}
	close();
	return list;
}

const isAssignment = (word: string) => /^\w+=/.test(word) || ['export', 'do', 'then', '!', '{', '('].includes(word);
const inner = (command: ShellCommand): ShellCommand => ({...command, decides: false});

function readWord(reader: Reader, found: ShellCommand[]): string {
	let word = '';
	let quote = '';
	while (reader.at < reader.text.length) {
		const char = reader.text[reader.at]!;
		if (quote === '' && /[\s|;&<>()]/.test(char)) break;
		if (quote !== "'" && reader.text.startsWith('$(', reader.at)) {
			const start = reader.at;
			reader.at += 2;
			found.push(...readList(reader, ')').commands);
			reader.at++;
			word += reader.text.slice(start, reader.at);
			continue;
		}
		reader.at++;
		if (char === quote) quote = '';
		else if (quote === '' && (char === "'" || char === '"')) quote = char;
		else if (char === '\\' && quote !== "'") word += reader.text[reader.at++] ?? '';
		else word += char;
	}
	return word;
}
