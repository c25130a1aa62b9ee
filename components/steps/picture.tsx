import {Box, Text} from 'ink';
import {memo, useEffect, useMemo, useState} from 'react';
import {useColorDepth, useGraphics} from '../../hooks/use-terminal.ts';
import {halfBlocks} from '../../source/terminal/picture/half-blocks.ts';
import {decodePng, fittingCells, fittingSize, type Pixels, scalePixels} from '../../source/terminal/picture/pixels.ts';

type Props = {bytes: Uint8Array; width: number; height: number};

/**
 * A PNG as large as it fits: as pixels where the terminal takes them, else in coloured half blocks. Decoded once, scaled
 * once for each size.
 */
export const Picture = memo(({bytes, width, height}: Props) => {
	const depth = useColorDepth();
	const graphics = useGraphics();
	const [marker, setMarker] = useState('');
	const [decoded, setDecoded] = useState<{of: Uint8Array; pixels: Pixels | null; problem: string | null} | null>(null);
	useEffect(() => {
		let isWanted = true;
		decodePng(bytes).then(
			pixels => isWanted && setDecoded({of: bytes, pixels, problem: null}),
			(error: unknown) =>
				isWanted &&
				setDecoded({of: bytes, pixels: null, problem: error instanceof Error ? error.message : String(error)}),
		);
		return () => {
			isWanted = false;
		};
	}, [bytes]);
	const pixels = decoded?.of === bytes ? decoded.pixels : null;
	useEffect(() => {
		if (!pixels || !graphics) return;
		const cells = fittingCells(pixels, width, height);
		const picture = graphics.addPicture(bytes, cells.columns, cells.rows);
		setMarker(picture.marker);
		return () => {
			picture.drop();
			setMarker('');
		};
	}, [bytes, pixels, graphics, width, height]);
	const lines = useMemo(() => {
		if (graphics) return marker === '' ? [] : [marker];
		if (!pixels || depth === null) return [];
		const size = fittingSize(pixels, width, height * 2);
		return halfBlocks(scalePixels(pixels, size.width, size.height), depth);
	}, [graphics, marker, pixels, depth, width, height]);
	return (
		<Box flexDirection="column" width={width} height={height} flexShrink={0}>
			{decoded?.of === bytes && decoded.problem !== null && <Text wrap="truncate">{decoded.problem}</Text>}
			{lines.map((line, index) => (
				// biome-ignore lint/suspicious/noArrayIndexKey: a line of a picture is known by its place only
				<Box key={index} height={1} flexShrink={0}>
					<Text wrap="truncate">{line}</Text>
				</Box>
			))}
		</Box>
	);
});
