/** Text of a service in which the key it was sent, as such or inside a JSON string, reads `***`. */
export function withoutSecret(text: string, secret: string | null): string {
	if (!secret) return text;
	const quoted = JSON.stringify(secret).slice(1, -1);
	return text.replaceAll(secret, '***').replaceAll(quoted, '***');
}
