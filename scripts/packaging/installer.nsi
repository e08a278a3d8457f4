; The installer for Windows, compiled by scripts/package.py: for one user, no administrator. What stands in the Start
; menu, at login and in the registry is written and taken away by gridpilot itself (install, uninstall).
; /S is silent; /AUTOSTART starts it at login. The uninstaller keeps the settings when it is silent, but for /ALL.
!ifdef TARGET ; Debian's NSIS makes programs of 64 bits, too, which are all that its Wine runs
  Target ${TARGET}
!else
  Unicode true
!endif
!include MUI2.nsh
!include FileFunc.nsh
!include LogicLib.nsh

!define KEY "Software\Microsoft\Windows\CurrentVersion\Uninstall\gridpilot"

Name "gridpilot"
OutFile "${OUT}"
InstallDir "$LOCALAPPDATA\Programs\gridpilot"
RequestExecutionLevel user
!ifdef QUICK
  SetCompress off
!else
  SetCompressor /SOLID lzma
!endif
SetDateSave off
BrandingText "gridpilot ${VERSION}"
VIProductVersion "${VERSION}.0"
VIAddVersionKey ProductName "gridpilot"
VIAddVersionKey FileDescription "gridpilot's installer"
VIAddVersionKey FileVersion "${VERSION}"
VIAddVersionKey LegalCopyright "MIT licence"

!define MUI_ICON "${ICON}"
!define MUI_UNICON "${ICON}"
!define MUI_COMPONENTSPAGE_NODESC
!define MUI_FINISHPAGE_RUN "$INSTDIR\gridpilotw.exe"
!insertmacro MUI_PAGE_COMPONENTS
!insertmacro MUI_PAGE_DIRECTORY
!insertmacro MUI_PAGE_INSTFILES
!insertmacro MUI_PAGE_FINISH
!insertmacro MUI_UNPAGE_CONFIRM
!insertmacro MUI_UNPAGE_INSTFILES
!insertmacro MUI_LANGUAGE "English"

Section "gridpilot" Program
  SectionIn RO
  IfFileExists "$INSTDIR\gridpilotw.exe" 0 +2
    ExecWait '"$INSTDIR\gridpilotw.exe" quit'
  RMDir /r "$INSTDIR\_internal"
  SetOutPath "$INSTDIR"
  File /r "${FOLDER}\*" ; on Linux it is read as /, on Windows / would not part a folder from its files
  WriteUninstaller "$INSTDIR\uninstall.exe"
  WriteRegStr HKCU "${KEY}" "DisplayName" "gridpilot"
  WriteRegStr HKCU "${KEY}" "DisplayVersion" "${VERSION}"
  WriteRegStr HKCU "${KEY}" "DisplayIcon" "$INSTDIR\gridpilotw.exe"
  WriteRegStr HKCU "${KEY}" "Publisher" "The gridpilot authors"
  WriteRegStr HKCU "${KEY}" "InstallLocation" "$INSTDIR"
  WriteRegStr HKCU "${KEY}" "UninstallString" '"$INSTDIR\uninstall.exe"'
  WriteRegStr HKCU "${KEY}" "QuietUninstallString" '"$INSTDIR\uninstall.exe" /S'
  WriteRegDWORD HKCU "${KEY}" "NoModify" 1
  WriteRegDWORD HKCU "${KEY}" "NoRepair" 1
  ExecWait '"$INSTDIR\gridpilotw.exe" install'
SectionEnd

Section /o "Start gridpilot at login" Login
  ExecWait '"$INSTDIR\gridpilotw.exe" autostart on'
SectionEnd

Function .onInit
  ${GetParameters} $R0
  ClearErrors
  ${GetOptions} $R0 "/AUTOSTART" $R1
  ${IfNot} ${Errors}
    SectionSetFlags ${Login} 1
  ${EndIf}
FunctionEnd

Section "Uninstall"
  StrCpy $R2 ""
  ${GetParameters} $R0
  ClearErrors
  ${GetOptions} $R0 "/ALL" $R1
  ${IfNot} ${Errors}
    StrCpy $R2 "--settings"
  ${ElseIf} ${Cmd} `MessageBox MB_YESNO|MB_ICONQUESTION|MB_DEFBUTTON2 "Remove your settings and profiles, too?" /SD IDNO IDYES`
    StrCpy $R2 "--settings"
  ${EndIf}
  ExecWait '"$INSTDIR\gridpilotw.exe" uninstall $R2'
  Delete "$INSTDIR\gridpilot.exe"
  Delete "$INSTDIR\gridpilotw.exe"
  Delete "$INSTDIR\package"
  Delete "$INSTDIR\uninstall.exe"
  RMDir /r "$INSTDIR\_internal"
  RMDir "$INSTDIR"
  RMDir "$LOCALAPPDATA\Programs"
  DeleteRegKey HKCU "${KEY}"
SectionEnd
