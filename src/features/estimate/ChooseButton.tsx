import { Button } from '../../ui/widgets/Button.tsx';
import { UploadIcon } from '../../ui/widgets/icons.tsx';

/** Asks for one file. */
export function ChooseButton({ onFile }: { readonly onFile: (file: File) => void }) {
  const choose = (): void => {
    const input = document.createElement('input');
    input.type = 'file';
    input.addEventListener('change', () => {
      const file = input.files?.[0];
      if (file) onFile(file);
    });
    input.click();
  };
  return (
    <Button icon={<UploadIcon />} onClick={choose}>
      Choose a file…
    </Button>
  );
}
