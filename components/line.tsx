import {Text} from 'ink';
import {memo} from 'react';
import {useTheme} from '../hooks/use-terminal.ts';
import type {Span} from '../source/terminal/spans.ts';
import type {TextStyle} from '../source/terminal/themes.ts';

type Props = {
	spans: readonly Span[];
	/** Under all spans, e.g. the background of the row with the cursor. */
	base?: TextStyle;
};

/** One line of styled text. Callers cut it to the width themselves; a line never wraps. */
export const Line = memo(({spans, base}: Props) => {
	const theme = useTheme();
	return (
		<Text wrap="truncate" {...base}>
			{spans.map(({text, role}, index) =>
				role === undefined ? (
					text
				) : (
					// biome-ignore lint/suspicious/noArrayIndexKey: spans have no identity besides their place
					<Text key={index} {...(base?.bold ? withoutWeight(theme[role]) : theme[role])}>
						{text}
					</Text>
				),
			)}
		</Text>
	);
});

/** Bold and faint end with the same code: within bold text either would end the boldness of the rest. */
const withoutWeight = ({bold: _bold, dimColor: _dimColor, ...style}: TextStyle): TextStyle => style;
